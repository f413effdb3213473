import * as z from 'zod';

import type { LargeQuery } from '../../data-api/query.ts';
import { boolean, int, json, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { readableModels, unreadableIds } from '../graphs/readable-models.ts';
import { sectionsOf } from '../sections.ts';

/** What one may be allowed to do with the nodegroup of a node. */
export type NodegroupRight = 'read' | 'write' | 'delete';

/** Which nodes are wanted. */
export type NodeFilter = {
  /** The value, as text, that each of these columns must have; ids in lower case. */
  readonly columns: Readonly<Record<string, string>>;
  /** Reading is needed besides. */
  readonly right: NodegroupRight;
};

const rightOf: Readonly<Record<NodegroupRight, Statement>> = {
  read: sql`r.can_read`,
  write: sql`r.can_write`,
  delete: sql`r.can_delete`,
};

/** The columns that tell best which nodes are wanted: what the others are looked up for should be few. */
function narrowed(columns: NodeFilter['columns']): Statement {
  const { nodeid, graph_id: graphId, datatype } = columns;
  return sql`${nodeid === undefined ? sql`` : sql`and n.node_id = ${uuid(nodeid)}`}
      ${graphId === undefined ? sql`` : sql`and n.graph_id = ${uuid(graphId)}`}
      ${datatype === undefined ? sql`` : sql`and n.datatype = ${text(datatype)}`}`;
}

const header = z.object({
  mayReadAnything: z.boolean(),
  unreadableIds: z.array(z.string()).readonly(),
});

const node = z.looseObject({
  resourcemodelname: z.union([z.string(), z.record(z.string(), z.string().nullable())]),
});

/** The nodes of resource models that a caller may read. */
export type FoundNodes = Readonly<z.infer<typeof header>> & {
  /** Each a row as existing clients know it, but for what its configuration says of what the caller may not read. */
  readonly nodes: readonly z.output<typeof node>[];
};

const sections = sectionsOf('header', 'node');

/**
 * The nodes of the nodegroups of resource models that a caller may read, in the order of the models. Nodes in no nodegroup have no
 * values, and are not among them.
 */
export function readableNodes(caller: Caller, filter: NodeFilter): LargeQuery<FoundNodes> {
  return {
    parts: sql`with ${readableModels(caller)},
  wanted as materialized (
    select n.*, g.name as graph_name
    from readable r
    join readable_graph m on m.graph_id = r.graph_id
    join graph g on g.graph_id = m.graph_id
    join node n on n.nodegroup_id = r.nodegroup_id
    where ${rightOf[filter.right]}
      -- Nobody changes anything without a token, whatever Guest may.
      and (${boolean(filter.right === 'read')} or ${int(caller)} is not null)
      ${narrowed(filter.columns)}
  ),
  described as materialized (
    select lower(s.nodeid) as node_id, s.*
    from graph g
    cross join lateral jsonb_to_recordset(
      case jsonb_typeof(g.source -> 'nodes') when 'array' then g.source -> 'nodes' else '[]' end
    ) as s (
      nodeid text,
      description jsonb,
      issearchable jsonb,
      sortorder jsonb,
      hascustomalias jsonb,
      sourcebranchpublication_id jsonb
    )
    where g.graph_id in (select w.graph_id from wanted w)
  ),
  described_node as (
    select
      w.graph_id,
      w.model_position,
      jsonb_build_object(
        'nodeid', w.node_id,
        'graph_id', w.graph_id,
        'nodegroup_id', w.nodegroup_id,
        'name', w.name,
        'alias', w.alias,
        'datatype', w.datatype,
        'config', w.config,
        'description', d.description,
        'ontologyclass', w.ontology_class,
        'parentproperty', coalesce(w.ontology_property, ''),
        'fieldname', w.field_name,
        'exportable', w.is_exportable,
        'isrequired', w.is_required,
        'issearchable', coalesce(nullif(d.issearchable, 'null'), 'true'),
        'istopnode', w.parent_node_id is null,
        'is_collector', w.node_id = w.nodegroup_id,
        'sortorder', d.sortorder,
        'hascustomalias', coalesce(nullif(d.hascustomalias, 'null'), 'false'),
        'sourcebranchpublication_id', d.sourcebranchpublication_id,
        'resourcemodelname', w.graph_name
      ) as document
    from wanted w
    left join described d on d.node_id = w.node_id::text
  ),
  shown as materialized (
    select n.graph_id, n.model_position, n.document
    from described_node n
    where not exists (
      select
      from jsonb_each_text(${json(filter.columns)}) c
      where n.document ->> c.key is distinct from c.value
    )
  )
  ${sections.rows(
    'header',
    sql`select
      0::bigint,
      jsonb_build_object(
        'mayReadAnything', may_read_anything(${int(caller)}),
        'unreadableIds', (${unreadableIds(
          sql`select (s.document -> 'config')::text from shown s`,
          sql`select r.nodegroup_id from readable r`,
          sql`select r.graph_id from readable_graph r`,
        )})
      )::text`,
  )}
    union all
    ${sections.rows(
      'node',
      sql`select row_number() over (order by s.graph_id, s.model_position), s.document::text
    from shown s`,
    )}`,
    read: (parts) => {
      const texts = sections.read(parts);
      return {
        ...header.parse(JSON.parse(texts('header')[0] ?? 'null')),
        nodes: texts('node').map((text) => node.parse(parseLossless(text))),
      };
    },
  };
}
