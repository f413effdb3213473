import type { StoredTile } from './stored-resource.ts';

/** How the intended state of a tile differs from the stored one. The review rules turn it into what is stored (`applyReviewRules`). */
export type TileDifference = (
  | { readonly change: 'create'; readonly before: null; readonly after: StoredTile }
  | { readonly change: 'update'; readonly before: StoredTile; readonly after: StoredTile }
  | { readonly change: 'delete'; readonly before: StoredTile; readonly after: null }
) & {
  /** JSON Pointer to the tile in the document; empty for a tile that the document leaves out. */
  readonly pointer: string;
  /**
   * The ids of the nodes with changed values, of a new tile those with a value. Empty if the tile is deleted, if only its position changes,
   * or if a proposal is withdrawn.
   */
  readonly changed: readonly string[];
  readonly withdrawsProposal?: boolean;
};

/** Makes the difference of a tile that the document leaves out. */
export function deletionOf(before: StoredTile): TileDifference & { readonly change: 'delete' } {
  return { change: 'delete', before, after: null, pointer: '', changed: [] };
}

/** Replaces the states of a tile, before and after. */
export function mapStates(
  difference: TileDifference,
  map: (tile: StoredTile) => StoredTile,
): TileDifference {
  const { change, before, after } = difference;
  if (change === 'create') return { ...difference, after: map(after) };
  if (change === 'delete') return { ...difference, before: map(before) };
  return { ...difference, before: map(before), after: map(after) };
}

/** Returns the tiles after the change: the stored ones, then the new ones in the order in which they are written. */
export function applyTileDifferences(
  storedTiles: readonly StoredTile[],
  differences: readonly TileDifference[],
): readonly StoredTile[] {
  const tilesById = new Map<string, StoredTile>(storedTiles.map((tile) => [tile.tileId, tile]));
  for (const { before, after } of differences) {
    if (after === null) tilesById.delete(before.tileId);
    else tilesById.set(after.tileId, after);
  }
  return [...tilesById.values()];
}
