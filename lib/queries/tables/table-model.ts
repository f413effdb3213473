import * as z from 'zod';

import { documentQuery, listSection, optionalSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { TableModel } from '../../model/tables/table-model.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';
import {
  cardNameExpression,
  cardOrder,
  labelledNodeMembers,
  labelledNodeSchema,
  localizedSchema,
  shownOnCardCondition,
} from '../nodes/labelled-node.ts';
import { nodegroupOrder } from '../tiles/tile-order.ts';

const graphSchema = z
  .object({ graphId: z.string(), slug: z.string().nullable(), name: localizedSchema })
  .readonly();

const nodegroupSchema = z
  .object({
    nodegroupId: z.string(),
    parentNodegroupId: z.string().nullable(),
    alias: z.string().nullable(),
    name: localizedSchema,
    hasSeveralTiles: z.boolean(),
  })
  .readonly();

const nodeSchema = labelledNodeSchema
  .extend({
    cardName: localizedSchema.nullable(),
    datatype: z.string(),
    config: z.record(z.string(), z.unknown()),
    nodegroupId: z.string(),
  })
  .readonly();

/**
 * Finds what the tables of a resource model have: the nodegroups that the caller may read and that are not hidden, and of their nodes those that
 * cards show.
 * @param graph its id or slug
 * @returns undefined if there is no such model, or if the caller may not read it
 */
export function findTableModel(
  caller: Caller,
  graph: string,
): DocumentQuery<TableModel | undefined> {
  return documentQuery(
    {
      withClause: sql`with recursive selected_graph as materialized (
    select g.graph_id, g.slug, g.name
    from graph g
    where ${graphIdOrSlugCondition(graph)}
      and g.is_resource_model
      and may_read_graph(${int(caller)}, g.graph_id)
    limit 1
  ),
  several_nodegroup as (
    select n.nodegroup_id
    from nodegroup n
    join selected_graph g on g.graph_id = n.graph_id
    where n.cardinality = 'n'
    union
    select n.nodegroup_id
    from several_nodegroup s
    join nodegroup n on n.parent_nodegroup_id = s.nodegroup_id
  ),
  table_nodegroup as materialized (
    select n.*
    from readable_nodegroup(${int(caller)}) r
    join nodegroup n on n.nodegroup_id = r.nodegroup_id
    join selected_graph g on g.graph_id = n.graph_id
    where not n.is_hidden
  )`,
      sections: {
        graph: optionalSection(
          graphSchema,
          sql`select jsonb_build_object('graphId', g.graph_id, 'slug', g.slug, 'name', g.name)::text
    from selected_graph g`,
        ),
        nodegroup: listSection(
          nodegroupSchema,
          sql`select row_number() over (order by ${nodegroupOrder(sql`ng`)}), jsonb_build_object(
      'nodegroupId', ng.nodegroup_id,
      'parentNodegroupId', ng.parent_nodegroup_id,
      'alias', n.alias,
      'name', n.name,
      'hasSeveralTiles', ng.nodegroup_id in (select s.nodegroup_id from several_nodegroup s)
    )::text
    from table_nodegroup ng
    join node n on n.node_id = ng.nodegroup_id`,
        ),
        node: listSection(
          nodeSchema,
          sql`select row_number() over (order by ${cardOrder}), jsonb_build_object(
      ${labelledNodeMembers},
      'cardName', ${cardNameExpression},
      'datatype', n.datatype,
      'config', n.config,
      'nodegroupId', n.nodegroup_id
    )::text
    from table_nodegroup ng
    join node n on n.nodegroup_id = ng.nodegroup_id
    where n.holds is distinct from 'nothing'
      and ${shownOnCardCondition}`,
        ),
      },
    },
    (section) => {
      const graph = section('graph');
      return graph && { ...graph, nodegroups: section('nodegroup'), nodes: section('node') };
    },
  );
}
