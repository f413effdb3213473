import { json, sql, uuidArray, type Statement } from '../data-api/sql.ts';
import type { ResourceId, TileId } from '../model/ids.ts';
import type { ResourceRow } from './write-resources.ts';

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

/** Of the given tile ids, those that are stored. @returns rows of one id */
export function findTiles(tiles: readonly TileId[]): Statement {
  return sql`select t.tile_id::text
from tile t
where t.tile_id = any (${uuidArray(tiles)})`;
}
