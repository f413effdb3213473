import { json, sql, uuid, uuidArray, type Statement } from '../../lib/data-api/sql.ts';
import type { CompiledGraph } from '../../lib/model/graphs/compiled.ts';
import type { ResourceId, TileId } from '../../lib/model/ids.ts';
import type { ResourceRow } from '../../lib/model/resources/resource-record.ts';

/**
 * Of tiles that are to be written, those that are stored under another resource instance.
 * @param tiles ids of tiles, each with the resource instance that it is to be written for
 * @returns rows of the tile's id and the id of the resource instance that has it
 */
export function findTilesOfOthers(tiles: readonly (readonly [TileId, ResourceId])[]): Statement {
  return sql`select t.tile_id::text, t.resource_id::text
from jsonb_array_elements(${json(tiles)}) as i (pair)
join tile t on t.tile_id = (i.pair ->> 0)::uuid
where t.resource_id <> (i.pair ->> 1)::uuid`;
}

/**
 * Of resource instances that are to be written, those that are stored under another graph.
 * @returns rows of the resource's id and the id of its graph
 */
export function findOtherGraphs(resources: readonly ResourceRow[]): Statement {
  return sql`select r.resource_id::text, r.graph_id::text
from jsonb_to_recordset(${json(resources)}) as i (resource_id uuid, graph_id uuid)
join resource r on r.resource_id = i.resource_id
where r.graph_id <> i.graph_id`;
}

/**
 * Of the nodes and nodegroups of a graph that is to be written, the first ones that another graph has.
 * @returns at most 10 rows of the node's id and the id of the graph that has it
 */
export function findNodesOfOthers(graph: CompiledGraph): Statement {
  return sql`with owned as (
  select n.node_id, n.graph_id
  from node n
  where n.node_id = any (${uuidArray(graph.nodes.map((node) => node.nodeId))})
  union
  select g.nodegroup_id, g.graph_id
  from nodegroup g
  where g.nodegroup_id = any (${uuidArray(graph.nodegroups.map((nodegroup) => nodegroup.nodegroupId))})
)
select o.node_id::text, o.graph_id::text
from owned o
where o.graph_id <> ${uuid(graph.graphId)}
order by o.node_id
limit 10`;
}

/** Of the given tile ids, those that are stored. @returns rows of the tile's id and the id of its resource instance */
export function findTiles(tiles: readonly TileId[]): Statement {
  return sql`select t.tile_id::text, t.resource_id::text
from tile t
where t.tile_id = any (${uuidArray(tiles)})`;
}
