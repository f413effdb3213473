import { siblingKey } from '../graphs/cardinality.ts';
import type { TileId } from '../ids.ts';
import { createModelLookup, type ChangeContext } from './change-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTiles, IntendedTile } from './intended-tiles.ts';
import { isCountedFor, planDeletions } from './plan-deletions.ts';
import { hasPendingProposal } from './proposals.ts';
import type { PlannedTileChange } from './planned-tile-change.ts';
import type { StoredResource, StoredTile } from './stored-resource.ts';
import { findCardinalityProblems } from './tile-cardinality-problems.ts';
import { findTilePositionProblems } from './tile-position-problems.ts';
import { mergeTileValues } from './merge-tile-values.ts';

/** The planned changes, and the problems because of which they cannot be made. */
export type TileChangePlan = {
  readonly plannedTileChanges: readonly PlannedTileChange[];
  readonly problems: readonly DocumentProblem[];
};

/**
 * Plans which tiles to create, update or delete. Unchanged tiles are not in the plan.
 * @rule Writing: Which tiles does a change create and update?
 */
export function planTileChanges(
  stored: Pick<StoredResource, 'tiles'>,
  intended: IntendedTiles,
  context: ChangeContext,
): TileChangePlan {
  const model = createModelLookup(context.graph);
  const { rights } = context.author;
  const storedById = new Map<string, StoredTile>(stored.tiles.map((tile) => [tile.tileId, tile]));
  const { deletions, unchangedTiles, emptiedTiles } = planDeletions(
    stored.tiles,
    intended,
    model,
    context,
  );
  const isCounted = (tile: StoredTile): boolean => isCountedFor(context.author, tile);
  const sortOrders = computeNewSortOrders(intended.tiles, stored.tiles, isCounted);
  const plannedChanges: PlannedTileChange[] = [];
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
    const { pointer } = tile;
    const { changed: changedIds } = values;
    if (before === undefined)
      plannedChanges.push({ change: 'create', after, pointer, changed: changedIds });
    else if (changedIds.length > 0 || isMoved(before, after))
      plannedChanges.push({ change: 'update', before, after, pointer, changed: changedIds });
    else if (tile.replacesProposal === true && hasWithdrawableProposal(before, context.author))
      plannedChanges.push({
        change: 'update',
        before,
        after,
        pointer,
        changed: [],
        withdrawsProposal: true,
      });
  }
  plannedChanges.push(...deletions);
  return { plannedTileChanges: plannedChanges, problems };
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
  { accountId, isReviewer }: ChangeContext['author'],
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
  const siblingKeyOf = (tile: Pick<StoredTile, 'nodegroupId' | 'parentTileId'>): string =>
    siblingKey(tile.nodegroupId, tile.parentTileId);
  const storedIds = new Set<string>(stored.map(({ tileId }) => tileId));
  const nextOrders = new Map<string, number>();
  for (const tile of stored.filter(isCounted)) {
    nextOrders.set(
      siblingKeyOf(tile),
      Math.max(nextOrders.get(siblingKeyOf(tile)) ?? 0, sortOrderAfter(tile.sortOrder ?? 0)),
    );
  }
  const sortOrders = new Map<TileId, number>();
  for (const tile of tiles.filter(({ tileId }) => !storedIds.has(tileId))) {
    const order = nextOrders.get(siblingKeyOf(tile)) ?? 0;
    sortOrders.set(tile.tileId, order);
    nextOrders.set(siblingKeyOf(tile), sortOrderAfter(order));
  }
  return sortOrders;
}
