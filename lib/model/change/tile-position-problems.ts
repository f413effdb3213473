import { maxTiles, siblingKey } from '../graphs/cardinality.ts';
import { pickText } from '../pick-language.ts';
import type { ChangeAuthor, ModelLookup } from './change-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTile } from './intended-tiles.ts';
import { hasNoValues } from './proposals.ts';
import type { StoredTile } from './stored-resource.ts';

type TilePosition = Pick<StoredTile, 'tileId' | 'nodegroupId' | 'parentTileId'>;

type Besides = { readonly kept: readonly StoredTile[]; readonly emptied: readonly StoredTile[] };

/**
 * Checks the parents of new and moved tiles, and the cardinality of their nodegroups. The present state of unmoved
 * tiles is not checked.
 * @param stored the tiles before the change, by id
 * @param remaining `kept` tiles stay as they are, `emptied` tiles keep their position only
 * @param rights messages name only nodegroups that are in it
 * @param countsForCardinality whether a stored tile counts; proposals count only for their authors
 */
export function tilePositionProblems(
  intended: readonly IntendedTile[],
  stored: ReadonlyMap<string, StoredTile>,
  { kept, emptied }: Besides,
  model: ModelLookup,
  rights: ChangeAuthor['rights'],
  isInPlace: (tile: StoredTile) => boolean,
): readonly DocumentProblem[] {
  const after = new Map<string, TilePosition>(
    [...kept, ...intended].map((tile) => [tile.tileId, tile]),
  );
  return [
    ...repeatedTiles(intended),
    ...intended.flatMap((tile) => ownPlaceProblems(tile, stored, after, model, rights)),
    ...crowdedPlaces(intended, stored, [...kept, ...emptied].filter(isInPlace), model, isInPlace),
  ];
}

function repeatedTiles(intended: readonly IntendedTile[]): readonly DocumentProblem[] {
  const seen = new Set<string>();
  return intended.flatMap(({ tileId, pointer }) => {
    if (!seen.has(tileId)) {
      seen.add(tileId);
      return [];
    }
    const message = `Tile ${tileId} occurs twice in the document: remove one of the two, or give it another id.`;
    return [{ code: 'repeated_tile', pointer, message }];
  });
}

function ownPlaceProblems(
  tile: IntendedTile,
  stored: ReadonlyMap<string, StoredTile>,
  after: ReadonlyMap<string, TilePosition>,
  model: ModelLookup,
  rights: ChangeAuthor['rights'],
): readonly DocumentProblem[] {
  const { pointer, tileId, nodegroupId, parentTileId } = tile;
  const before = stored.get(tileId);
  const nodegroup = model.nodegroups.get(nodegroupId);
  if (before !== undefined && before.nodegroupId !== nodegroupId) {
    const message = `Tile ${tileId} belongs to nodegroup ${before.nodegroupId}: give the tile of nodegroup ${nodegroupId} another id.`;
    return [{ code: 'tile_of_other_nodegroup', pointer, message }];
  }
  const losesParent = parentTileId !== null && stored.has(parentTileId) && !after.has(parentTileId);
  if (before !== undefined && before.parentTileId === parentTileId && !losesParent) return [];
  if (nodegroup === undefined) {
    const message = `The model has no nodegroup ${nodegroupId}: name an existing one.`;
    return [{ code: 'unknown_nodegroup', pointer, message }];
  }
  const parent = parentTileId === null ? undefined : after.get(parentTileId);
  if (parentTileId !== null && parent === undefined) {
    const message = `Tile ${tileId} has parent tile ${parentTileId}, which does not exist: name a tile of this resource instance.`;
    return [{ code: 'unknown_parent_tile', pointer, message }];
  }
  const { parentNodegroupId } = nodegroup;
  if ((parent?.nodegroupId ?? null) === parentNodegroupId) return [];
  const message =
    parentNodegroupId === null
      ? `Nodegroup ${nodegroupId} is at the top of the model: leave the parent tile of tile ${tileId} out.`
      : `Nodegroup ${nodegroupId} is below ${rights.has(parentNodegroupId) ? `nodegroup ${parentNodegroupId}` : unreadable}: name a tile of that one as the parent of tile ${tileId}.`;
  return [{ code: 'wrong_parent_tile', pointer, message }];
}

/** Avoids the id of an unreadable nodegroup, which would reveal that it exists. */
const unreadable = 'another nodegroup, which your account may not read';

const placeKey = ({ nodegroupId, parentTileId }: TilePosition): string =>
  siblingKey(nodegroupId, parentTileId);

/** Reports siblings that exceed the cardinality of their nodegroup. */
function crowdedPlaces(
  intended: readonly IntendedTile[],
  stored: ReadonlyMap<string, StoredTile>,
  kept: readonly StoredTile[],
  model: ModelLookup,
  isInPlace: (tile: StoredTile) => boolean,
): readonly DocumentProblem[] {
  const keptByPlace = Map.groupBy(kept, placeKey);
  const coming = intended.filter(({ tileId, data }) => {
    const before = stored.get(tileId);
    return before === undefined || isInPlace(before) || !hasNoValues(data);
  });
  return [...Map.groupBy(coming, placeKey)].flatMap(([place, tiles]) => {
    const arriving = tiles.filter((tile) => {
      const before = stored.get(tile.tileId);
      return before === undefined || !isInPlace(before) || placeKey(before) !== place;
    });
    const [first] = arriving;
    const nodegroup = first && model.nodegroups.get(first.nodegroupId);
    const count = tiles.length + (keptByPlace.get(place)?.length ?? 0);
    if (nodegroup === undefined || count <= maxTiles(nodegroup)) return [];
    const message = `${pickText(nodegroup.name, ['en']) ?? nodegroup.nodegroupId}: this nodegroup allows one tile here, and the change would make ${count}. Keep one tile, or use the id of the stored tile.`;
    return [{ code: 'cardinality_exceeded', pointer: arriving.at(-1)?.pointer ?? '', message }];
  });
}
