import { compareCodeUnits } from '../pick-language.ts';

/** What decides the place of a tile among the tiles of its nodegroup. */
export type TilePlace = {
  /** In lower case, so that ids have the same order as in the database. */
  readonly tileId: string;
  /** Null counts as 0. */
  readonly sortOrder: number | null;
  /** When the tile was created, compared with others; absent for a tile that is not stored yet. */
  readonly position?: number | undefined;
};

const lastPosition = Number.MAX_SAFE_INTEGER;

/**
 * Compares tiles of a nodegroup, as `tileOrder` does in SQL: by sort order, then position, then id. Among tiles with the same sort order,
 * those that are not stored yet come last. They are equal to each other, so that a stable sort keeps the order in which they are written.
 */
export function compareTiles(one: TilePlace, other: TilePlace): number {
  const [position, otherPosition] = [one.position ?? lastPosition, other.position ?? lastPosition];
  return (
    (one.sortOrder ?? 0) - (other.sortOrder ?? 0) ||
    position - otherPosition ||
    (position === lastPosition ? 0 : compareCodeUnits(one.tileId, other.tileId))
  );
}

/** The place of a nodegroup in its model. */
type NodegroupPlace = {
  readonly nodegroupId: string;
  readonly depth: number;
  readonly position: number;
};

/**
 * Sorts the tiles of a record, as `recordOrder` does in SQL: by depth and position of their nodegroup in the model, then by `compareTiles`.
 * Tiles of no nodegroup of the model come last.
 * @rule Resource instances: In which order are the tiles of a record, and which comes first where sort orders are
 * equal?
 */
export function sortTiles<Tile extends TilePlace & { readonly nodegroupId: string }>(
  tiles: readonly Tile[],
  nodegroups: readonly NodegroupPlace[],
): readonly Tile[] {
  const places = new Map(nodegroups.map((nodegroup) => [nodegroup.nodegroupId, nodegroup]));
  const placeOf = ({ nodegroupId }: Tile) =>
    places.get(nodegroupId) ?? { depth: lastPosition, position: lastPosition };
  return tiles.toSorted(
    (left, right) =>
      placeOf(left).depth - placeOf(right).depth ||
      placeOf(left).position - placeOf(right).position ||
      compareTiles(left, right),
  );
}
