import type { CompiledGraph } from '../graph/compiled.ts';
import type { StoredTile } from './stored.ts';

/** The nodegroups of a model whose card, or one above, is hidden. */
export function hiddenNodegroups({ nodegroups }: CompiledGraph): ReadonlySet<string> {
  return new Set(
    nodegroups
      .filter(({ isHidden, isBelowHidden }) => isHidden || isBelowHidden)
      .map(({ nodegroupId }) => nodegroupId),
  );
}

/** The tiles of a resource instance as a document speaks of them. */
export type ShownTiles = {
  /** All of them; what holds tiles that the document does not speak of cannot go. */
  readonly stored: readonly StoredTile[];
  /** Those that the document speaks of. */
  readonly shown: readonly StoredTile[];
};

/**
 * Parts the stored tiles by what a document speaks of. Nodegroups whose card is hidden are in no document unless they are asked for:
 * those of their tiles that it does not name are left alone, and so is what they hang in.
 * @param mentioned ids that the document names
 */
export function shownTiles(
  stored: readonly StoredTile[],
  graph: CompiledGraph,
  mentioned: ReadonlySet<string>,
): ShownTiles {
  const hidden = hiddenNodegroups(graph);
  const isShown = ({ nodegroupId, tileId }: StoredTile): boolean =>
    !hidden.has(nodegroupId) || mentioned.has(tileId);
  if (stored.every(isShown)) return { stored, shown: stored };
  const above = tilesAbove(
    stored,
    stored.filter((tile) => !isShown(tile)),
  );
  const marked = stored.map((tile) =>
    above.has(tile.tileId) ? { ...tile, holdsHidden: true } : tile,
  );
  return { stored: marked, shown: marked.filter(isShown) };
}

function tilesAbove(
  stored: readonly StoredTile[],
  tiles: readonly StoredTile[],
): ReadonlySet<string> {
  const byId = new Map<string, StoredTile>(stored.map((tile) => [tile.tileId, tile]));
  const above = new Set<string>();
  for (const tile of tiles) {
    let parentId = tile.parentTileId;
    while (parentId !== null && !above.has(parentId)) {
      above.add(parentId);
      parentId = byId.get(parentId)?.parentTileId ?? null;
    }
  }
  return above;
}
