import { maxTiles, siblingKey } from '../graphs/cardinality.ts';
import { pickText } from '../pick-language.ts';
import type { ChangeAuthor, ModelLookup } from './change-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTile } from './intended-tiles.ts';
import { hasNoValues } from './proposals.ts';
import type { StoredTile } from './stored-resource.ts';

/** Where a tile stands. */
type TilePosition = Pick<StoredTile, 'tileId' | 'nodegroupId' | 'parentTileId'>;

type Besides = { readonly kept: readonly StoredTile[]; readonly emptied: readonly StoredTile[] };

/**
 * What is wrong with the places of tiles that are new or move: parents that are not there or of another nodegroup, and more tiles
 * of a nodegroup than it may have. What is stored so already is left as it is.
 * @param intended the tiles that a document wants
 * @param stored tiles by id, before the change
 * @param besides tiles that stay as they are, and those of which only the place stays
 * @param rights of the writer: a message names no nodegroup that is not among them
 * @param isInPlace whether a stored tile takes the place of another: proposals are in nobody's way but that of those who propose
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

/** Tiles whose ids stand in the document before. */
function repeatedTiles(intended: readonly IntendedTile[]): readonly DocumentProblem[] {
  const seen = new Set<string>();
  return intended.flatMap(({ tileId, pointer }) => {
    if (!seen.has(tileId)) {
      seen.add(tileId);
      return [];
    }
    const message = `Tile ${tileId} stands in the document already: leave one of the two out, or give it another id.`;
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
    const message = `The model has no nodegroup ${nodegroupId}: name one that it has.`;
    return [{ code: 'unknown_nodegroup', pointer, message }];
  }
  const parent = parentTileId === null ? undefined : after.get(parentTileId);
  if (parentTileId !== null && parent === undefined) {
    const message = `Tile ${tileId} names parent tile ${parentTileId}, which is not there: name a tile of this resource instance.`;
    return [{ code: 'unknown_parent_tile', pointer, message }];
  }
  const { parentNodegroupId } = nodegroup;
  if ((parent?.nodegroupId ?? null) === parentNodegroupId) return [];
  const message =
    parentNodegroupId === null
      ? `Nodegroup ${nodegroupId} stands at the top of the model: leave the parent tile of tile ${tileId} out.`
      : `Nodegroup ${nodegroupId} is below ${rights.has(parentNodegroupId) ? `nodegroup ${parentNodegroupId}` : unreadable}: name a tile of that one as the parent of tile ${tileId}.`;
  return [{ code: 'wrong_parent_tile', pointer, message }];
}

/** What a message calls a nodegroup that the writer may not read, whose id would tell that it is there. */
const unreadable = 'another nodegroup, which your account may not read';

const placeKey = ({ nodegroupId, parentTileId }: TilePosition): string =>
  siblingKey(nodegroupId, parentTileId);

/** Places that get more tiles than their nodegroup may have. */
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
    const message = `${pickText(nodegroup.name, ['en']) ?? nodegroup.nodegroupId}: there may be one tile of this nodegroup in its place, and ${count} are asked for. Leave one, or give the one that is stored its own id.`;
    return [{ code: 'cardinality_exceeded', pointer: arriving.at(-1)?.pointer ?? '', message }];
  });
}
