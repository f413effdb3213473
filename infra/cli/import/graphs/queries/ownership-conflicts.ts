import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { intArray, sql, uuid, uuidArray, type Statement } from '../../../../../lib/data-api/sql.ts';
import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import type { ResourceId, TileId } from '../../../../../lib/model/ids.ts';
import type { ResourceRow } from '../../../../../lib/model/resources/resource-record.ts';

const ownershipSchema = z.object({ id: z.string(), ownerId: z.string() }).readonly();

/** An id with the id of its owner: the resource instance of a tile, the graph of a resource instance or a node. */
export type Ownership = z.infer<typeof ownershipSchema>;

function selectOwnerships(
  id: Statement,
  owner: Statement,
  fromClause: Statement,
): RowsQuery<readonly Ownership[]> {
  return manyRows(
    sql`select jsonb_build_object('id', ${id}, 'ownerId', ${owner})::text
${fromClause}`,
    ownershipSchema,
  );
}

/**
 * Finds tiles that are already stored, but belong to another resource instance.
 * @param tiles the tiles of an import, each with its resource instance
 */
export function findTilesOfOtherResources(
  tiles: readonly (readonly [TileId, ResourceId])[],
): RowsQuery<readonly Ownership[]> {
  const ownerNumbers = new Map<string, number>();
  for (const [, owner] of tiles)
    if (!ownerNumbers.has(owner)) ownerNumbers.set(owner, ownerNumbers.size + 1);
  return selectOwnerships(
    sql`t.tile_id`,
    sql`t.resource_id`,
    // Several tiles have the same resource instance, so its id is sent once, and tiles refer to it by its position in a list.
    // The list is in a subquery, so that it is parsed once and not for each tile.
    sql`from unnest(
  ${uuidArray(tiles.map(([id]) => id))},
  ${intArray(tiles.map(([, owner]) => ownerNumbers.get(owner) ?? 0))}
) as i (tile_id, owner_number)
join tile t on t.tile_id = i.tile_id
where t.resource_id <> (select ${uuidArray([...ownerNumbers.keys()])})[i.owner_number]`,
  );
}

/** Finds resource instances that are already stored, but belong to another graph. */
export function findResourcesOfOtherGraphs(
  resources: readonly ResourceRow[],
): RowsQuery<readonly Ownership[]> {
  return selectOwnerships(
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

/** Finds the first 10 nodes and nodegroups of a graph that belong to another graph. */
export function findNodesOfOtherGraphs(graph: CompiledGraph): RowsQuery<readonly Ownership[]> {
  return selectOwnerships(
    sql`o.node_id`,
    sql`o.graph_id`,
    sql`from (
  select n.node_id, n.graph_id
  from node n
  where n.node_id = any ((select ${uuidArray(graph.nodes.map((node) => node.nodeId))})::uuid[])
  union
  select g.nodegroup_id, g.graph_id
  from nodegroup g
  where g.nodegroup_id = any ((select ${uuidArray(graph.nodegroups.map((nodegroup) => nodegroup.nodegroupId))})::uuid[])
) o
where o.graph_id <> ${uuid(graph.graphId)}
order by o.node_id
limit 10`,
  );
}

/** Finds which of the tiles are stored, and under which resource instances. */
export function findStoredTiles(tileIds: readonly TileId[]): RowsQuery<readonly Ownership[]> {
  return selectOwnerships(
    sql`t.tile_id`,
    sql`t.resource_id`,
    sql`from tile t
where t.tile_id = any (${uuidArray(tileIds)})`,
  );
}
