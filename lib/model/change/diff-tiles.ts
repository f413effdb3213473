import { siblingKey } from '../graphs/cardinality.ts';
import type { TileId } from '../ids.ts';
import { createModelLookup, type ComparisonContext } from './comparison-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedResource, IntendedTile } from './intended-resource.ts';
import { isCountedFor, diffLeftOutTiles } from './diff-left-out-tiles.ts';
import { hasPendingProposal } from './proposals.ts';
import type { TileDifference } from './tile-difference.ts';
import type { StoredTile } from './stored-resource.ts';
import { findCardinalityProblems, findTilePositionProblems } from './tile-place-problems.ts';
import { mergeTileValues } from './merge-tile-values.ts';

type TileComparison = {
  /** Unchanged tiles have none. */
  readonly differences: readonly TileDifference[];
  /** The problems because of which the intended tiles cannot be stored. */
  readonly problems: readonly DocumentProblem[];
};

/**
 * Compares the intended tiles with the stored ones: which to create, update or delete.
 * @rule Writing: Which tiles does a change create and update?
 */
export function diffTiles(
  storedTiles: readonly StoredTile[],
  intended: IntendedResource,
  context: ComparisonContext,
): TileComparison {
  const model = createModelLookup(context.graph);
  const { rights } = context.author;
  const storedById = new Map<string, StoredTile>(storedTiles.map((tile) => [tile.tileId, tile]));
  const leftOut = diffLeftOutTiles(storedTiles, intended, model, context);
  const { unchangedTiles, emptiedTiles } = leftOut;
  const isCounted = (tile: StoredTile): boolean => isCountedFor(context.author, tile);
  const sortOrders = computeNewSortOrders(intended.tiles, storedTiles, isCounted);
  const differences: TileDifference[] = [];
  const problems: DocumentProblem[] = [
    ...findTilePositionProblems(intended.tiles, storedById, unchangedTiles, model, rights),
    ...findCardinalityProblems(
      intended.tiles,
      storedById,
      [...unchangedTiles, ...emptiedTiles],
      model,
      isCounted,
    ),
  ];
  for (const tile of intended.tiles) {
    const before = storedById.get(tile.tileId);
    const values = mergeTileValues(before, tile, model, context);
    problems.push(...values.problems);
    const after = buildTileAfterChange(tile, before, values.data, sortOrders);
    const { changed } = values;
    const details = { pointer: tile.pointer, changed };
    if (before === undefined)
      differences.push({ change: 'create', before: null, after, ...details });
    else if (changed.length > 0 || isMoved(before, after))
      differences.push({ change: 'update', before, after, ...details });
    else if (tile.replacesProposal === true && hasWithdrawableProposal(before, context.author))
      differences.push({ change: 'update', before, after, ...details, withdrawsProposal: true });
  }
  return { differences: [...differences, ...leftOut.differences], problems };
}

function buildTileAfterChange(
  tile: IntendedTile,
  before: StoredTile | undefined,
  data: StoredTile['data'],
  sortOrders: ReadonlyMap<string, number>,
): StoredTile {
  const sortOrder = tile.sortOrder === undefined ? before?.sortOrder : tile.sortOrder;
  return {
    tileId: tile.tileId,
    nodegroupId: tile.nodegroupId,
    parentTileId: tile.parentTileId,
    sortOrder: sortOrder ?? (before === undefined ? (sortOrders.get(tile.tileId) ?? 0) : null),
    ...(before?.position === undefined ? {} : { position: before.position }),
    data,
    provisionalEdits: before?.provisionalEdits ?? null,
    isProposed: before?.isProposed ?? false,
    ...(before?.unreadableData === undefined ? {} : { unreadableData: before.unreadableData }),
    ...(before?.unreadableNodes === undefined ? {} : { unreadableNodes: before.unreadableNodes }),
    hasUnreadableDescendants: before?.hasUnreadableDescendants ?? false,
  };
}

function hasWithdrawableProposal(
  before: StoredTile,
  { accountId, isReviewer }: ComparisonContext['author'],
): boolean {
  return !isReviewer && !before.isProposed && hasPendingProposal(before, accountId);
}

function isMoved(before: StoredTile, after: StoredTile): boolean {
  return before.sortOrder !== after.sortOrder || before.parentTileId !== after.parentTileId;
}

const maxSortOrder = 2 ** 31 - 1;

/** Returns the next sort order. Among tiles that have the largest storable sort order, new ones come last. */
const sortOrderAfter = (order: number): number => Math.min(order + 1, maxSortOrder);

/** Computes the sort orders of new tiles: after their siblings, in the order of the document. */
function computeNewSortOrders(
  tiles: readonly IntendedTile[],
  stored: readonly StoredTile[],
  isCounted: (tile: StoredTile) => boolean,
): ReadonlyMap<TileId, number> {
  const storedIds = new Set<string>(stored.map(({ tileId }) => tileId));
  const nextOrders = new Map<string, number>();
  for (const tile of stored.filter(isCounted)) {
    nextOrders.set(
      siblingKey(tile),
      Math.max(nextOrders.get(siblingKey(tile)) ?? 0, sortOrderAfter(tile.sortOrder ?? 0)),
    );
  }
  const sortOrders = new Map<TileId, number>();
  for (const tile of tiles.filter(({ tileId }) => !storedIds.has(tileId))) {
    const order = nextOrders.get(siblingKey(tile)) ?? 0;
    sortOrders.set(tile.tileId, order);
    nextOrders.set(siblingKey(tile), sortOrderAfter(order));
  }
  return sortOrders;
}
