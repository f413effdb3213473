import { maxTiles, siblingKey } from '../graphs/cardinality.ts';
import { pickText } from '../pick-language.ts';
import type { ModelLookup } from './change-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTile } from './intended-tiles.ts';
import { hasNoValues } from './proposals.ts';
import type { StoredTile } from './stored-resource.ts';

const siblingKeyOf = ({ nodegroupId, parentTileId }: IntendedTile | StoredTile): string =>
  siblingKey(nodegroupId, parentTileId);

/**
 * Reports new and moved tiles that exceed the cardinality of their nodegroup. Stored tiles that already exceed it are
 * accepted.
 * @rule Writing: Who refuses a tile too many? (An import keeps it, with a warning.)
 * @param storedById the tiles before the change
 * @param remainingTiles stored tiles that are not in the document and keep their position
 * @param isCounted whether a stored tile counts. For a reviewer, tiles that consist only of proposals do not
 */
export function findCardinalityProblems(
  intended: readonly IntendedTile[],
  storedById: ReadonlyMap<string, StoredTile>,
  remainingTiles: readonly StoredTile[],
  model: ModelLookup,
  isCounted: (tile: StoredTile) => boolean,
): readonly DocumentProblem[] {
  const remainingByKey = Map.groupBy(remainingTiles.filter(isCounted), siblingKeyOf);
  const countedTiles = intended.filter(({ tileId, data }) => {
    const before = storedById.get(tileId);
    return before === undefined || isCounted(before) || !hasNoValues(data);
  });
  return [...Map.groupBy(countedTiles, siblingKeyOf)].flatMap(([key, tiles]) => {
    const addedTiles = tiles.filter((tile) => {
      const before = storedById.get(tile.tileId);
      return before === undefined || !isCounted(before) || siblingKeyOf(before) !== key;
    });
    const [firstAdded] = addedTiles;
    const nodegroup = firstAdded && model.nodegroups.get(firstAdded.nodegroupId);
    const count = tiles.length + (remainingByKey.get(key)?.length ?? 0);
    if (nodegroup === undefined || count <= maxTiles(nodegroup)) return [];
    const message = `${pickText(nodegroup.name, ['en']) ?? nodegroup.nodegroupId}: this nodegroup allows only one tile here, but after the change there would be ${count}. Keep one tile, or use the id of the stored tile.`;
    return [{ code: 'cardinality_exceeded', pointer: addedTiles.at(-1)?.pointer ?? '', message }];
  });
}
