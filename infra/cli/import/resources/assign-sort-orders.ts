import { siblingKey } from '../../../../lib/model/graphs/cardinality.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';

/** The sort orders that tiles without one get because of what is stored. */
export type StoredSortOrders = {
  /** The sort order of each stored tile, by tile id. */
  readonly stored: ReadonlyMap<string, number | null>;
  /** The sort order after the stored siblings of each tile that is not stored, by tile id. */
  readonly next: ReadonlyMap<string, number>;
};

const maxSortOrder = 2 ** 31 - 1;

/**
 * Gives each tile without a sort order one. A stored tile keeps its own. New tiles of a new resource instance get 0, 1, 2 … by their
 * position among their siblings in the file; new tiles of a stored one come after the stored siblings. Given sort orders never change.
 * @rule Imports and exports: Which sort order does an imported tile without one get?
 * @param tiles all tiles of a record, in the order of the file
 * @param storedOrders undefined if the resource instance is new
 */
export function assignSortOrders(
  tiles: readonly TileRow[],
  storedOrders?: StoredSortOrders,
): readonly TileRow[] {
  if (tiles.every(({ sort_order: order }) => order !== null)) return tiles;
  const positions = new Map<string, number>();
  return tiles.map((tile) => {
    const storedOrder = storedOrders?.stored.get(tile.tile_id);
    if (storedOrder !== undefined) return { ...tile, sort_order: tile.sort_order ?? storedOrder };
    const key = siblingKey({ nodegroupId: tile.nodegroup_id, parentTileId: tile.parent_tile_id });
    const position = positions.get(key) ?? 0;
    positions.set(key, position + 1);
    if (tile.sort_order !== null) return tile;
    const first = storedOrders?.next.get(tile.tile_id) ?? 0;
    return { ...tile, sort_order: Math.min(first + position, maxSortOrder) };
  });
}
