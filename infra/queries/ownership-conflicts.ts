import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../lib/data-api/query.ts';
import { intArray, sql, uuid, uuidArray, type Statement } from '../../lib/data-api/sql.ts';
import type { CompiledGraph } from '../../lib/model/graphs/compiled-graph.ts';
import type { ResourceId, TileId } from '../../lib/model/ids.ts';
import type { ResourceRow } from '../../lib/model/resources/resource-record.ts';

const ownedThing = z.object({ id: z.string(), ownerId: z.string() }).readonly();

/** Something by its id, and the id of what has it: the resource instance of a tile, the graph of a resource instance or a node. */
export type Ownership = z.infer<typeof ownedThing>;

function ownedThings(
  id: Statement,
  owner: Statement,
  rest: Statement,
): RowsQuery<readonly Ownership[]> {
  return manyRows(
    sql`select jsonb_build_object('id', ${id}, 'ownerId', ${owner})::text
${rest}`,
    ownedThing,
  );
}

/**
 * Of tiles that are to be written, those that are stored under another resource instance.
 * @param tiles ids of tiles, each with the resource instance that it is to be written for
 */
export function findTilesOfOtherResources(
  tiles: readonly (readonly [TileId, ResourceId])[],
): RowsQuery<readonly Ownership[]> {
  const places = new Map<string, number>();
  for (const [, owner] of tiles) if (!places.has(owner)) places.set(owner, places.size + 1);
  return ownedThings(
    sql`t.tile_id`,
    sql`t.resource_id`,
    // Each resource instance is sent once: it has many tiles. In a subquery of its own the list is parsed once, else for each tile.
    sql`from unnest(
  ${uuidArray(tiles.map(([id]) => id))},
  ${intArray(tiles.map(([, owner]) => places.get(owner) ?? 0))}
) as i (tile_id, place)
join tile t on t.tile_id = i.tile_id
where t.resource_id <> (select ${uuidArray([...places.keys()])})[i.place]`,
  );
}

/**
 * Of resource instances that are to be written, those that are stored under another graph.
 */
export function findResourcesOfOtherGraphs(
  resources: readonly ResourceRow[],
): RowsQuery<readonly Ownership[]> {
  return ownedThings(
    sql`r.resource_id`,
    sql`r.graph_id`,
    sql`from unnest(
  ${uuidArray(resources.map((resource) => resource.resource_id))},
  ${uuidArray(resources.map((resource) => resource.graph_id))}
) as i (resource_id, graph_id)
join resource r on r.resource_id = i.resource_id
where r.graph_id <> i.graph_id`,
  );
}

/**
 * Of the nodes and nodegroups of a graph that is to be written, the first 10 that another graph has.
 */
export function findNodesOfOtherGraphs(graph: CompiledGraph): RowsQuery<readonly Ownership[]> {
  return ownedThings(
    sql`o.node_id`,
    sql`o.graph_id`,
    sql`from (
  select n.node_id, n.graph_id
  from node n
  where n.node_id = any (${uuidArray(graph.nodes.map((node) => node.nodeId))})
  union
  select g.nodegroup_id, g.graph_id
  from nodegroup g
  where g.nodegroup_id = any (${uuidArray(graph.nodegroups.map((nodegroup) => nodegroup.nodegroupId))})
) o
where o.graph_id <> ${uuid(graph.graphId)}
order by o.node_id
limit 10`,
  );
}

/** Of the given tile ids, those that are stored. */
export function findStoredTiles(tiles: readonly TileId[]): RowsQuery<readonly Ownership[]> {
  return ownedThings(
    sql`t.tile_id`,
    sql`t.resource_id`,
    sql`from tile t
where t.tile_id = any (${uuidArray(tiles)})`,
  );
}
