import { maxTiles, siblingKey } from '../graphs/cardinality.ts';
import type { CompiledGraph } from '../graphs/compiled-graph.ts';
import { hasPendingProposal } from './proposals.ts';
import type { StoredTile } from './stored-resource.ts';

/**
 * Selects the stored tiles that a value without a tile id can continue: accepted tiles, and tiles that the author has proposed. Where the
 * nodegroup allows only one tile and has an accepted one, proposed tiles are left out.
 * @rule Writing: Which stored tiles can values without a tile id continue, where some are only proposed?
 */
export function selectContinuableTiles(
  storedTiles: readonly StoredTile[],
  graph: Pick<CompiledGraph, 'nodegroups'>,
  accountId: number,
): readonly StoredTile[] {
  const singleTileNodegroupIds = new Set<string>(
    graph.nodegroups
      .filter((nodegroup) => maxTiles(nodegroup) === 1)
      .map(({ nodegroupId }) => nodegroupId),
  );
  const acceptedKeys = new Set(storedTiles.filter(({ isProposed }) => !isProposed).map(siblingKey));
  const isReplacedByAccepted = (tile: StoredTile): boolean =>
    singleTileNodegroupIds.has(tile.nodegroupId) && acceptedKeys.has(siblingKey(tile));
  return storedTiles.filter(
    (tile) =>
      !tile.isProposed || (hasPendingProposal(tile, accountId) && !isReplacedByAccepted(tile)),
  );
}
