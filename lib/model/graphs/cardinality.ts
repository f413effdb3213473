import type { Cardinality } from './graph.ts';

/**
 * Returns the maximum number of tiles of a nodegroup below one parent tile, or in a resource instance if the
 * nodegroup has no parent.
 * @rule Writing: How many tiles may a nodegroup have under one parent tile?
 */
export function maxTiles({ cardinality }: { readonly cardinality: Cardinality }): number {
  return cardinality === '1' ? 1 : Number.POSITIVE_INFINITY;
}

/** Returns a key that is equal for tiles that maxTiles() counts together. */
export function siblingKey({
  nodegroupId,
  parentTileId,
}: {
  readonly nodegroupId: string;
  readonly parentTileId: string | null;
}): string {
  return `${nodegroupId} ${parentTileId ?? ''}`;
}
