import { maxTiles, siblingKey } from '../graphs/cardinality.ts';
import { pickText } from '../pick-language.ts';
import type { Author, ModelLookup } from './comparison-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTile } from './intended-resource.ts';
import { hasNoValues } from './proposals.ts';
import type { StoredTile } from './stored-resource.ts';

type TilePosition = Pick<StoredTile, 'tileId' | 'nodegroupId' | 'parentTileId'>;

/**
 * Checks the nodegroups and parents of new and moved tiles. Stored tiles that are not moved are not checked.
 * @rule Writing: When is a tile that a document leaves out emptied instead of deleted? Can it still be a parent? (No.)
 * @param storedById the readable tiles before the change
 * @param unchangedTiles stored tiles that the change does not affect. A tile that the document leaves out cannot be a parent, even if it is
 *   only emptied because of unreadable tiles below it: otherwise the answer would reveal these tiles
 * @param rights of the author; messages name only nodegroups that the author can read
 */
export function findTilePositionProblems(
  intended: readonly IntendedTile[],
  storedById: ReadonlyMap<string, StoredTile>,
  unchangedTiles: readonly StoredTile[],
  model: ModelLookup,
  rights: Author['rights'],
): readonly DocumentProblem[] {
  const positionsAfter = new Map<string, TilePosition>(
    [...unchangedTiles, ...intended].map((tile) => [tile.tileId, tile]),
  );
  return [
    ...findRepeatedTiles(intended),
    ...intended.flatMap((tile) => validateParent(tile, storedById, positionsAfter, model, rights)),
  ];
}

function findRepeatedTiles(intended: readonly IntendedTile[]): readonly DocumentProblem[] {
  const seenIds = new Set<string>();
  return intended.flatMap(({ tileId, pointer }) => {
    if (!seenIds.has(tileId)) {
      seenIds.add(tileId);
      return [];
    }
    const message = `Tile ${tileId} occurs twice in the document: remove one of the two, or give it another id.`;
    return [{ code: 'repeated_tile', pointer, message }];
  });
}

function validateParent(
  tile: IntendedTile,
  storedById: ReadonlyMap<string, StoredTile>,
  positionsAfter: ReadonlyMap<string, TilePosition>,
  model: ModelLookup,
  rights: Author['rights'],
): readonly DocumentProblem[] {
  const { pointer, tileId, nodegroupId, parentTileId } = tile;
  const before = storedById.get(tileId);
  const nodegroup = model.nodegroups.get(nodegroupId);
  if (before !== undefined && before.nodegroupId !== nodegroupId) {
    const message = `Tile ${tileId} belongs to nodegroup ${before.nodegroupId}: give the tile of nodegroup ${nodegroupId} another id.`;
    return [{ code: 'tile_of_other_nodegroup', pointer, message }];
  }
  const losesParent =
    parentTileId !== null && storedById.has(parentTileId) && !positionsAfter.has(parentTileId);
  if (before !== undefined && before.parentTileId === parentTileId && !losesParent) return [];
  if (nodegroup === undefined) {
    const message = `The model has no nodegroup ${nodegroupId}: name an existing one.`;
    return [{ code: 'unknown_nodegroup', pointer, message }];
  }
  const parent = parentTileId === null ? undefined : positionsAfter.get(parentTileId);
  if (parentTileId !== null && parent === undefined) {
    const advice = losesParent
      ? 'this document leaves out: include it'
      : 'does not exist: name a tile of this resource instance';
    const message = `Tile ${tileId} has parent tile ${parentTileId}, which ${advice}.`;
    return [{ code: 'unknown_parent_tile', pointer, message }];
  }
  const { parentNodegroupId } = nodegroup;
  if ((parent?.nodegroupId ?? null) === parentNodegroupId) return [];
  const message = describeWrongParent(tile, parentNodegroupId, rights);
  return [{ code: 'wrong_parent_tile', pointer, message }];
}

/** Describes a wrong parent tile. The message does not name an unreadable nodegroup, which would reveal that it exists. */
function describeWrongParent(
  { tileId, nodegroupId }: IntendedTile,
  parentNodegroupId: string | null,
  rights: Author['rights'],
): string {
  if (parentNodegroupId === null)
    return `Nodegroup ${nodegroupId} is at the top of the model: leave the parent tile of tile ${tileId} out.`;
  const [parentDescription, advice] = rights.has(parentNodegroupId)
    ? [
        `nodegroup ${parentNodegroupId}`,
        `name a tile of that nodegroup as the parent of tile ${tileId}`,
      ]
    : ['another nodegroup, which your account may not read', `leave tile ${tileId} out`];
  return `Nodegroup ${nodegroupId} is below ${parentDescription}: ${advice}.`;
}

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
  const remainingByKey = Map.groupBy(remainingTiles.filter(isCounted), siblingKey);
  const countedTiles = intended.filter(({ tileId, data }) => {
    const before = storedById.get(tileId);
    return before === undefined || isCounted(before) || !hasNoValues(data);
  });
  return [...Map.groupBy(countedTiles, siblingKey)].flatMap(([key, tiles]) => {
    const addedTiles = tiles.filter((tile) => {
      const before = storedById.get(tile.tileId);
      return before === undefined || !isCounted(before) || siblingKey(before) !== key;
    });
    const [firstAdded] = addedTiles;
    const nodegroup = firstAdded && model.nodegroups.get(firstAdded.nodegroupId);
    const count = tiles.length + (remainingByKey.get(key)?.length ?? 0);
    if (nodegroup === undefined || count <= maxTiles(nodegroup)) return [];
    const message = `${pickText(nodegroup.name, ['en']) ?? nodegroup.nodegroupId}: this nodegroup allows only one tile here, but after the change there would be ${count}. Keep one tile, or use the id of the stored tile.`;
    return [{ code: 'cardinality_exceeded', pointer: addedTiles.at(-1)?.pointer ?? '', message }];
  });
}
