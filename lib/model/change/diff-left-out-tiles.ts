import type { Author, ComparisonContext, ModelLookup } from './comparison-context.ts';
import type { IntendedResource } from './intended-resource.ts';
import { emptyTileData } from './merge-tile-values.ts';
import { deletionOf, type TileDifference } from './tile-difference.ts';
import type { StoredTile } from './stored-resource.ts';

type LeftOutTiles = {
  /** Deletions, and updates that empty a tile. */
  readonly differences: readonly TileDifference[];
  /** The stored tiles that the document neither contains nor deletes. */
  readonly unchangedTiles: readonly StoredTile[];
  readonly emptiedTiles: readonly StoredTile[];
};

/**
 * Whether a stored tile counts for an author. For a reviewer, a tile that others only proposed neither takes a position, nor counts towards
 * the cardinality, nor keeps the tile above it.
 */
export function isCountedFor(
  { isReviewer }: Pick<Author, 'isReviewer'>,
  { isProposed }: StoredTile,
): boolean {
  return !(isReviewer && isProposed);
}

/**
 * Compares the stored tiles that a document leaves out: they are deleted.
 * A tile is emptied instead if tiles below it stay or cannot be read, because its deletion would remove them too.
 * A reviewer's document can be older than a proposed tile. The tile stays, unless the document names the version, or a tile above it is
 * deleted.
 * @rule Writing: Who decides that a stored tile is deleted, whatever the form of the document?
 * @rule Writing: Which tiles that a document leaves out stay, because it may be older than a proposal?
 * @rule Writing: When is a tile that a document leaves out emptied instead of deleted? Can it still be a parent? (No.)
 */
export function diffLeftOutTiles(
  storedTiles: readonly StoredTile[],
  intended: IntendedResource,
  model: ModelLookup,
  { author, namesVersion }: Pick<ComparisonContext, 'author' | 'namesVersion'>,
): LeftOutTiles {
  const storedById = new Map<string, StoredTile>(storedTiles.map((tile) => [tile.tileId, tile]));
  const intendedIds = new Set<string>(intended.tiles.map(({ tileId }) => tileId));
  const leftOutIds = new Set<string>(intended.deleted);
  const isLeftOut = (tile: StoredTile): boolean =>
    leftOutIds.has(tile.tileId) && (namesVersion || isCountedFor(author, tile));
  const unchangedTiles = storedTiles.filter(
    (tile) => !intendedIds.has(tile.tileId) && !isLeftOut(tile),
  );
  const keptIds = findAncestorIds(
    unchangedTiles.filter((tile) => isCountedFor(author, tile)),
    storedById,
  );
  const differences = storedTiles
    .filter(isLeftOut)
    .flatMap((tile) => deleteOrEmpty(tile, keptIds, model));
  const deletedIds = new Set(
    differences.flatMap(({ change, before }) => (change === 'delete' ? [before.tileId] : [])),
  );
  const proposalsBelow = unchangedTiles.filter(
    (tile) => !findAncestorIds([tile], storedById).isDisjointFrom(deletedIds),
  );
  return {
    differences: [...differences, ...proposalsBelow.map(deletionOf)],
    unchangedTiles,
    emptiedTiles: storedTiles.filter((tile) => isLeftOut(tile) && keptIds.has(tile.tileId)),
  };
}

/** Returns the ids of all ancestors of the tiles. */
function findAncestorIds(
  tiles: readonly StoredTile[],
  tilesById: ReadonlyMap<string, StoredTile>,
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const tile of tiles) {
    let parentId = tile.parentTileId;
    while (parentId !== null && !ids.has(parentId)) {
      ids.add(parentId);
      parentId = tilesById.get(parentId)?.parentTileId ?? null;
    }
  }
  return ids;
}

function deleteOrEmpty(
  before: StoredTile,
  keptIds: ReadonlySet<string>,
  model: ModelLookup,
): readonly TileDifference[] {
  if (!before.hasUnreadableDescendants && !keptIds.has(before.tileId)) return [deletionOf(before)];
  const changedIds = Object.keys(before.data).filter((nodeId) => before.data[nodeId] !== null);
  if (changedIds.length === 0) return [];
  const after = { ...before, data: { ...before.data, ...createEmptiedData(before, model) } };
  return [{ change: 'update', before, after, pointer: '', changed: changedIds }];
}

function createEmptiedData(tile: StoredTile, model: ModelLookup): Readonly<Record<string, null>> {
  const nodeIds = [...Object.keys(emptyTileData(tile, model)), ...Object.keys(tile.data)];
  return Object.fromEntries(nodeIds.map((nodeId) => [nodeId, null]));
}
