import * as z from 'zod';

import {
  documentQuery,
  requiredSection,
  optionalSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery, PagedQuery } from '../../data-api/query.ts';
import { int, json, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { NodeId } from '../../model/ids.ts';
import {
  readableModelTable,
  unreadableIdsAmongQuery,
  unreadableIdTable,
} from '../graphs/readable-models.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import { idAfterCondition } from '../id-after-condition.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

export type NodegroupAction = 'read' | 'write' | 'delete';

export type NodeFilter = {
  /** The required value of each column, as text; ids in lower case. */
  readonly columns: Readonly<Record<string, string>>;
  /** The right on the nodegroup, in addition to reading it. */
  readonly right: NodegroupAction;
};

const rightConditions: Readonly<Record<NodegroupAction, Statement>> = {
  read: sql`p.can_read`,
  write: sql`p.can_read and p.can_write`,
  delete: sql`p.can_read and p.can_delete`,
};

const nodeSchema = z.looseObject({
  resourcemodelname: z.union([z.string(), z.record(z.string(), z.string().nullable())]),
});

const readableNodesSchema = z.object({
  nodes: z.array(nodeSchema).readonly(),
  /** The ids, in lower case, that the configurations of the nodes mention but the caller may not know. */
  unreadableIds: z.array(z.string()).readonly(),
});

/** Readable nodes in the form that clients of Arches expect. Their configurations may still mention unreadable ids. */
export type ReadableNodes = z.output<typeof readableNodesSchema>;

const parseNodes = (item: string): ReadableNodes => readableNodesSchema.parse(parseLossless(item));

/** Lists readable nodes, model by model. Nodes outside of nodegroups have no values and are left out. */
export function listNodes(
  caller: Caller,
  filter: NodeFilter,
): PagedQuery<readonly ReadableNodes[]> {
  return {
    isPrepared: filter.columns.nodeid === undefined,
    commonTableExpressions: candidateNodeTables(caller, filter),
    items: (after, limit) => sql`select m.graph_id::text as key, s.item
    from (
      select distinct c.graph_id
      from candidate_node c
      where ${idAfterCondition(sql`c.graph_id`, after)}
      order by c.graph_id
      limit ${limit}
    ) m
    cross join lateral (${matchingNodesQuery(filter.columns)}) s
    order by m.graph_id`,
    parse: (items) => items.map(parseNodes),
  };
}

export type NodeLookup = {
  /** Whether the caller may read anything at all; evaluated only for anonymous callers without a result. */
  readonly mayReadSomething: boolean;
  /** Empty if the node does not exist or is not visible. */
  readonly nodes: ReadableNodes;
};

/** Finds one node, in the form of `listNodes`. @param right the right on its nodegroup, in addition to reading it */
export function findNode(
  caller: Caller,
  nodeid: NodeId,
  right: NodegroupAction,
): DocumentQuery<NodeLookup> {
  const mayRead = mayReadSomethingCondition(caller, sql`exists (select from candidate_node)`);
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${candidateNodeTables(caller, { columns: { nodeid }, right })}`,
      sections: {
        access: requiredSection(z.boolean(), sql`select (${mayRead})::text`),
        nodes: optionalSection(
          parseNodes,
          sql`select s.item
    from (select distinct c.graph_id from candidate_node c) m
    cross join lateral (${matchingNodesQuery({})}) s`,
        ),
      },
    },
    (section) => ({
      mayReadSomething: section('access'),
      nodes: section('nodes') ?? { nodes: [], unreadableIds: [] },
    }),
  );
}

/**
 * The common table expressions `readable_model`, `unreadable_id`, and `candidate_node`: the nodes that match on the
 * indexed columns.
 */
function candidateNodeTables(caller: Caller, { columns, right }: NodeFilter): Statement {
  return sql`${readableModelTable(caller)},
  ${unreadableIdTable(caller)},
  candidate_node as materialized (
    select n.node_id, n.graph_id
    from nodegroup_permission(${int(caller)}) p
    join readable_model m on m.graph_id = p.graph_id
    join node n on n.nodegroup_id = p.nodegroup_id
    where ${right !== 'read' && caller === null ? sql`false` : rightConditions[right]}
      ${selectiveConditions(columns)}
  )`;
}

/** The conditions on those columns that are the most selective. They are evaluated first. Ids have statements of their own. */
function selectiveConditions({
  nodeid,
  graph_id: graphId,
  datatype,
}: NodeFilter['columns']): Statement {
  return sql`${nodeid === undefined ? sql`` : sql`and n.node_id = ${uuid(nodeid)}`}
      ${graphId === undefined ? sql`` : sql`and n.graph_id = ${uuid(graphId)}`}
      and (${text(datatype ?? null)} is null or n.datatype = ${text(datatype ?? null)})`;
}

/**
 * A query that returns one row with the column `item`: the candidate nodes of the model `m` that have these values in
 * their columns.
 */
function matchingNodesQuery(columns: NodeFilter['columns']): Statement {
  const { nodeid: _nodeid, graph_id: _graphId, datatype: _datatype, ...otherColumns } = columns;
  const valueCondition = sql`where ${json(otherColumns)} = '{}'
          or not exists (
            select
            from jsonb_each_text(${json(otherColumns)}) v
            where d.document ->> v.key is distinct from v.value
          )`;
  return sql`with source_node as materialized (
        select lower(s.nodeid) as node_id, s.*
        from (
          select g.source -> 'nodes' as nodes
          from graph g
          where g.graph_id = m.graph_id
          -- Prevents inlining, so that the source is parsed once.
          offset 0
        ) g
        cross join lateral jsonb_to_recordset(case jsonb_typeof(g.nodes) when 'array' then g.nodes else '[]' end) as s (
          nodeid text,
          description jsonb,
          issearchable jsonb,
          sortorder jsonb,
          hascustomalias jsonb,
          sourcebranchpublication_id jsonb
        )
      ),
      matching_node as materialized (
        select d.model_position, d.mentioned_ids, d.document
        from (
          select
            n.model_position,
            n.mentioned_ids,
            -- json is quicker to build than jsonb; the keys are in the order of jsonb.
            json_build_object(
              'name', n.name,
              'alias', n.alias,
              'config', n.config,
              'nodeid', n.node_id,
              'datatype', n.datatype,
              'graph_id', n.graph_id,
              'fieldname', n.field_name,
              'istopnode', n.parent_node_id is null,
              'sortorder', d.sortorder,
              'exportable', n.is_exportable,
              'isrequired', n.is_required,
              'description', d.description,
              'is_collector', n.node_id = n.nodegroup_id,
              'issearchable', coalesce(nullif(d.issearchable, 'null'), 'true'),
              'nodegroup_id', n.nodegroup_id,
              'ontologyclass', n.ontology_class,
              'hascustomalias', coalesce(nullif(d.hascustomalias, 'null'), 'false'),
              'parentproperty', coalesce(n.ontology_property, ''),
              'resourcemodelname', g.name,
              'sourcebranchpublication_id', d.sourcebranchpublication_id
            ) as document
          from node n
          join graph g on g.graph_id = n.graph_id
          left join source_node d on d.node_id = n.node_id::text
          where n.graph_id = m.graph_id
            and n.node_id in (select c.node_id from candidate_node c)
        ) d
        ${valueCondition}
      )
      select
        '{"nodes":['
          || (select coalesce(string_agg(s.document::text, ',' order by s.model_position), '') from matching_node s)
          || '],"unreadableIds":'
          || (${unreadableIdsAmongQuery(sql`select unnest(s.mentioned_ids) from matching_node s`)})
          || '}' as item`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) =>
    (['read', 'write', 'delete'] as const).flatMap((right) => [
      listNodes(caller, { columns: {}, right }),
      listNodes(caller, { columns: { graph_id: sample.uuid }, right }),
      findNode(caller, sample.nodeId, right),
    ]),
};
