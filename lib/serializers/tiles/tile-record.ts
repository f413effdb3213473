import type { StoredTile } from '../../model/change/stored-resource.ts';

/**
 * Writes the tile record of the specification (JSON business data), with every digit of its numbers.
 * @rule Resource instances: Which fields does a tile record have?
 */
export function writeTileRecord(tile: StoredTile, resourceId: string): string {
  return JSON.stringify({
    tileid: tile.tileId,
    data: tile.data,
    nodegroup_id: tile.nodegroupId,
    parenttile_id: tile.parentTileId,
    provisionaledits: tile.provisionalEdits,
    resourceinstance_id: resourceId,
    sortorder: tile.sortOrder,
  });
}
