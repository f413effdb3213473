import { parseTileId, type ResourceId, type TileId } from '../ids.ts';
import { deriveNameUuid } from '../name-uuid.ts';

/**
 * Derives an id for a tile without one, stable across repeated imports.
 * @param index of the tile in its record
 */
export function deriveTileId(resourceId: ResourceId, index: number, nodegroupId: string): string {
  return deriveNameUuid(resourceId, `tile ${index} of ${nodegroupId}`);
}

/**
 * Creates a function that derives the id of a tile from its index in the record, so that a repeated request writes the same tiles. If that
 * id is used, the next free index is taken. The function adds the derived ids to `usedIds`.
 */
export function createTileIdDeriver(
  resourceId: ResourceId,
  usedIds: Set<string>,
): (index: number, nodegroupId: string) => TileId {
  // The index at which the search of each nodegroup continues. Starting again at each tile's own index would take quadratic time.
  const nextIndexes = new Map<string, number>();
  return (index, nodegroupId) => {
    let candidateIndex = index;
    let id = deriveTileId(resourceId, candidateIndex, nodegroupId);
    while (usedIds.has(id)) {
      candidateIndex = Math.max(candidateIndex + 1, nextIndexes.get(nodegroupId) ?? 0);
      id = deriveTileId(resourceId, candidateIndex, nodegroupId);
    }
    if (candidateIndex > index) nextIndexes.set(nodegroupId, candidateIndex + 1);
    usedIds.add(id);
    return parseTileId(id);
  };
}
