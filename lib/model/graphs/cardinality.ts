import type { Cardinality } from './graph.ts';

/** How many tiles of a nodegroup there may be in one place: below one parent tile, or in a resource instance where it has none. */
export function maxTiles({ cardinality }: { readonly cardinality: Cardinality }): number {
  return cardinality === '1' ? 1 : Number.POSITIVE_INFINITY;
}

/** The place of a tile, equal for tiles that `mostTiles` counts together. */
export function siblingKey(nodegroupId: string, parentTileId: string | null): string {
  return `${nodegroupId} ${parentTileId ?? ''}`;
}
