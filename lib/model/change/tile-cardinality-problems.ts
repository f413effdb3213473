import { maxTiles, siblingKey } from '../graphs/cardinality.ts';
import { pickText } from '../pick-language.ts';
import type { ModelLookup } from './change-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTile } from './intended-tiles.ts';
import { hasNoValues } from './proposals.ts';
import type { StoredTile } from './stored-resource.ts';

const keyOf = ({ nodegroupId, parentTileId }: IntendedTile | StoredTile): string =>
  siblingKey(nodegroupId, parentTileId);

/**
 * Rejects new and moved tiles that exceed the cardinality of their nodegroup. Stored tiles that already exceed it are
 * accepted.
 * @param stored the tiles before the change, by id
 * @param remaining stored tiles that are not in the document and keep their position
 * @param isCounted whether a stored tile counts. For a reviewer, tiles that consist only of proposals do not
 */
export function cardinalityProblems(
  intended: readonly IntendedTile[],
  stored: ReadonlyMap<string, StoredTile>,
  remaining: readonly StoredTile[],
  model: ModelLookup,
  isCounted: (tile: StoredTile) => boolean,
): readonly DocumentProblem[] {
  const remainingByKey = Map.groupBy(remaining.filter(isCounted), keyOf);
  const countedTiles = intended.filter(({ tileId, data }) => {
    const before = stored.get(tileId);
    return before === undefined || isCounted(before) || !hasNoValues(data);
  });
  return [...Map.groupBy(countedTiles, keyOf)].flatMap(([key, tiles]) => {
    const addedTiles = tiles.filter((tile) => {
      const before = stored.get(tile.tileId);
      return before === undefined || !isCounted(before) || keyOf(before) !== key;
    });
    const [firstAdded] = addedTiles;
    const nodegroup = firstAdded && model.nodegroups.get(firstAdded.nodegroupId);
    const count = tiles.length + (remainingByKey.get(key)?.length ?? 0);
    if (nodegroup === undefined || count <= maxTiles(nodegroup)) return [];
    const message = `${pickText(nodegroup.name, ['en']) ?? nodegroup.nodegroupId}: this nodegroup allows one tile here, and the change would make ${count}. Keep one tile, or use the id of the stored tile.`;
    return [{ code: 'cardinality_exceeded', pointer: addedTiles.at(-1)?.pointer ?? '', message }];
  });
}
