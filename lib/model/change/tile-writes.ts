import type { ResourceId } from '../ids.ts';
import type { TileWriteRow } from './resource-change.ts';
import type { StoredTile } from './stored-resource.ts';

/** A tile before and after the write; `after` is null if the tile is deleted. */
export type TileWrite = {
  readonly change: TileWriteRow['change'];
  readonly before: StoredTile | null;
  readonly after: StoredTile | null;
};

/**
 * Converts a tile write into a row; empty if there is no tile before or after it.
 * @rule Writing: What keeps the values of a tile that the writer cannot read?
 */
export function toTileWriteRows(
  { change, before, after }: TileWrite,
  resourceId: ResourceId,
): readonly TileWriteRow[] {
  const tile = after ?? before;
  if (tile === null) return [];
  return [
    {
      change,
      tile_id: tile.tileId,
      resource_id: resourceId,
      nodegroup_id: tile.nodegroupId,
      parent_tile_id: tile.parentTileId,
      keeps_parent: before !== null && after?.parentTileId === before.parentTileId,
      sort_order: tile.sortOrder,
      data: change === 'delete' ? {} : { ...tile.data, ...tile.unreadableData },
      provisional_edits: tile.provisionalEdits,
      is_proposed: tile.isProposed,
    },
  ];
}

/** Returns the tiles after the change: the stored ones, then the new ones in the order in which they are written. */
export function applyTileWrites(
  storedTiles: readonly StoredTile[],
  writes: readonly TileWrite[],
): readonly StoredTile[] {
  const tilesById = new Map<string, StoredTile>(storedTiles.map((tile) => [tile.tileId, tile]));
  for (const { before, after } of writes) {
    if (after !== null) tilesById.set(after.tileId, after);
    else if (before !== null) tilesById.delete(before.tileId);
  }
  return [...tilesById.values()];
}
