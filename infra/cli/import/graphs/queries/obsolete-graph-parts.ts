import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { boolean, sql, uuid, uuidArray, type Statement } from '../../../../../lib/data-api/sql.ts';
import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import type { GraphId } from '../../../../../lib/model/ids.ts';

const retainedPartsSchema = z
  .object({
    /** Nodegroups that stay because they, or nodegroups below them, have tiles or grants. */
    nodegroups: z
      .array(z.object({ id: z.string(), tiles: z.number(), grants: z.number() }))
      .readonly(),
    /** Nodes that stay because tiles contain values of them. */
    nodes: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          nodegroupId: z.string().nullable(),
          values: z.number(),
        }),
      )
      .readonly(),
  })
  .readonly();

/** The nodegroups and nodes that stay stored although the new version of the graph no longer has them. */
export type RetainedGraphParts = z.output<typeof retainedPartsSchema>;

/**
 * Deletes nodegroups and nodes that the graph no longer has. Nodegroups with tiles stay, and so do nodes with a value or a
 * proposal in a tile, and the parents of both.
 * @rule Imports and exports: What is kept of a model that its new version lacks, and what removes it?
 * @param keepsGrants whether a nodegroup with grants stays too. If it were deleted with them, and a later version of the graph had
 * it again, it would be open
 */
export function removeObsoleteGraphParts(
  graph: CompiledGraph,
  keepsGrants: boolean,
): RowsQuery<RetainedGraphParts> {
  const nodegroupIds = graph.nodegroups.map(({ nodegroupId }) => nodegroupId);
  const nodeIds = graph.nodes.map(({ nodeId }) => nodeId);
  return oneRow(
    sql`with recursive obsolete_nodegroup as materialized (
  select
    n.nodegroup_id,
    (select count(*) from tile t where t.nodegroup_id = n.nodegroup_id) as tiles,
    (select count(*) from nodegroup_grant g where g.nodegroup_id = n.nodegroup_id) as grants
  from nodegroup n
  where n.graph_id = ${uuid(graph.graphId)}
    and n.nodegroup_id not in (select unnest(${uuidArray(nodegroupIds)}))
),
obsolete_node as materialized (
  select
    n.node_id,
    n.nodegroup_id,
    n.property_name,
    (
      select count(*)
      from held_node h
      join tile t on t.nodegroup_id = h.nodegroup_id
      where h.node_id = n.node_id
        and holds_value(t.data, t.provisional_edits, n.node_id::text)
    ) as value_count
  from node n
  where n.graph_id = ${uuid(graph.graphId)}
    and n.node_id not in (select unnest(${uuidArray(nodeIds)}))
),
retained_nodegroup (nodegroup_id) as (
  select r.nodegroup_id
  from (
    select o.nodegroup_id
    from obsolete_nodegroup o
    where o.tiles > 0
      or (o.grants > 0 and ${boolean(keepsGrants)})
    union
    select n.nodegroup_id
    from obsolete_node n
    where n.value_count > 0
      and n.nodegroup_id is not null
  ) r
  union
  select n.parent_nodegroup_id
  from retained_nodegroup r
  join nodegroup n on n.nodegroup_id = r.nodegroup_id
  where n.parent_nodegroup_id is not null
),
retained_node (node_id) as (
  select o.node_id
  from obsolete_node o
  where o.value_count > 0
    or o.nodegroup_id in (
      select r.nodegroup_id
      from retained_nodegroup r
      join obsolete_nodegroup g on g.nodegroup_id = r.nodegroup_id
    )
  union
  select n.parent_node_id
  from retained_node r
  join node n on n.node_id = r.node_id
  where n.parent_node_id is not null
),
removed_node as (
  delete from node n
  using obsolete_node o
  where o.node_id = n.node_id
    and o.node_id not in (select r.node_id from retained_node r)
),
removed_nodegroup as (
  delete from nodegroup n
  using obsolete_nodegroup o
  where o.nodegroup_id = n.nodegroup_id
    and o.nodegroup_id not in (select r.nodegroup_id from retained_nodegroup r)
)
select jsonb_build_object(
  'nodegroups', (
    select coalesce(jsonb_agg(jsonb_build_object('id', o.nodegroup_id, 'tiles', o.tiles, 'grants', o.grants) order by o.nodegroup_id), '[]')
    from obsolete_nodegroup o
    where o.nodegroup_id in (select r.nodegroup_id from retained_nodegroup r)
  ),
  'nodes', (
    select coalesce(jsonb_agg(jsonb_build_object('id', o.node_id, 'name', o.property_name, 'nodegroupId', o.nodegroup_id, 'values', o.value_count) order by o.node_id), '[]')
    from obsolete_node o
    where o.value_count > 0
  )
)::text`,
    retainedPartsSchema,
  );
}

/** Hides all nodegroups below hidden ones, including stored ones that the graph no longer has. */
export function hideNestedNodegroups(graphId: GraphId): Statement {
  return sql`with recursive hidden as (
  select n.nodegroup_id
  from nodegroup n
  where n.graph_id = ${uuid(graphId)}
    and n.is_hidden
  union
  select n.nodegroup_id
  from hidden h
  join nodegroup n on n.parent_nodegroup_id = h.nodegroup_id
)
update nodegroup n
set is_hidden = true
from hidden h
where h.nodegroup_id = n.nodegroup_id
  and not n.is_hidden`;
}
