import type { TileId } from '../ids.ts';
import type { ChangeAuthor } from './change-context.ts';
import type { PlannedTileChange } from './planned-tile-change.ts';
import type { DocumentProblem } from './document-problem.ts';
import {
  isOwnProposal,
  proposeDeletion,
  proposeTile,
  proposeValues,
  selectUnreadableProposals,
  withdrawProposal,
} from './proposals.ts';
import type { StoredTile } from './stored-resource.ts';
import type { TileWrite } from './tile-writes.ts';

/**
 * Applies the review rules to planned changes. The values of a reviewer are authoritative and clear the proposals
 * of the tile; other authors add proposals. The ancestors of an authoritative tile become authoritative.
 * @rule Writing: Does a write count at once, or does it wait for a reviewer? An import stores records as they are.
 * @param storedTiles the tiles before the change
 * @param now ISO 8601, UTC
 */
export function applyReviewRules(
  plannedChanges: readonly PlannedTileChange[],
  storedTiles: readonly StoredTile[],
  { accountId, isReviewer }: Pick<ChangeAuthor, 'accountId' | 'isReviewer'>,
  now: string,
): readonly TileWrite[] {
  const author = { accountId, now };
  return isReviewer
    ? acceptAncestors(plannedChanges.map(toAuthoritativeWrite), storedTiles)
    : plannedChanges.flatMap((tileChange) => toProposalWrites(tileChange, author));
}

/** Reports moves of tiles by an author who is not a reviewer: only values can be proposed. */
export function findUnproposableMoves(
  plannedChanges: readonly PlannedTileChange[],
  { accountId }: Pick<ChangeAuthor, 'accountId'>,
): readonly DocumentProblem[] {
  return plannedChanges.flatMap((tileChange) => {
    if (tileChange.change !== 'update' || isOwnProposal(tileChange.before, accountId)) return [];
    const { before, after, pointer } = tileChange;
    const changedMembers = [
      ...(before.sortOrder === after.sortOrder ? [] : ['sortorder']),
      ...(before.parentTileId === after.parentTileId ? [] : ['parenttile_id']),
    ];
    if (changedMembers.length === 0) return [];
    const message = `Tile ${before.tileId}: your changes need a review, and only values can be reviewed. Leave its ${changedMembers.join(' and ')} as stored, or ask a reviewer to move it.`;
    return [{ code: 'place_not_proposable', pointer, message }];
  });
}

/** Lists the tiles that wait for a reviewer after the change, including those with an unchanged proposal. */
export function listPendingTileIds(
  plannedChanges: readonly PlannedTileChange[],
  { accountId, isReviewer }: Pick<ChangeAuthor, 'accountId' | 'isReviewer'>,
): readonly TileId[] {
  if (isReviewer) return [];
  return plannedChanges.flatMap((tileChange) => {
    if (tileChange.change === 'update' && tileChange.withdrawsProposal === true) return [];
    if (tileChange.change !== 'delete') return [tileChange.after.tileId];
    return isOwnProposal(tileChange.before, accountId) ? [] : [tileChange.before.tileId];
  });
}

/** Whether any written tile is authoritative before or after the write. */
export function hasAuthoritativeTile(writes: readonly TileWrite[]): boolean {
  return writes.some(({ before, after }) =>
    [before, after].some((tile) => tile !== null && !tile.isProposed),
  );
}

function toAuthoritativeWrite(tileChange: PlannedTileChange): TileWrite {
  if (tileChange.change === 'create')
    return { change: 'create', before: null, after: tileChange.after };
  if (tileChange.change === 'delete')
    return { change: 'delete', before: tileChange.before, after: null };
  const after =
    tileChange.changed.length > 0
      ? {
          ...tileChange.after,
          provisionalEdits: selectUnreadableProposals(tileChange.before),
          isProposed: false,
        }
      : tileChange.after;
  return { change: 'update', before: tileChange.before, after };
}

/** Makes the ancestors of authoritative tiles authoritative too, if they were only proposed. */
function acceptAncestors(
  writes: readonly TileWrite[],
  storedTiles: readonly StoredTile[],
): readonly TileWrite[] {
  const writesByTileId = new Map<string, TileWrite>(
    writes.map((write) => [(write.after ?? write.before)?.tileId ?? '', write]),
  );
  const storedById = new Map<string, StoredTile>(storedTiles.map((tile) => [tile.tileId, tile]));
  for (const { after } of writes) {
    let child = after;
    while (child !== null && !child.isProposed && child.parentTileId !== null) {
      const parentWrite = writesByTileId.get(child.parentTileId);
      const before = parentWrite?.before ?? storedById.get(child.parentTileId) ?? null;
      const parent = parentWrite?.after ?? before;
      if (parent === null || !parent.isProposed) break;
      child = { ...parent, isProposed: false };
      writesByTileId.set(child.tileId, { change: 'update', before, after: child });
    }
  }
  return [...writesByTileId.values()];
}

function toProposalWrites(
  tileChange: PlannedTileChange,
  author: { readonly accountId: number; readonly now: string },
): readonly TileWrite[] {
  if (tileChange.change === 'create') {
    const nodeIds = Object.keys(tileChange.after.data);
    const data = Object.fromEntries(nodeIds.map((nodeId) => [nodeId, null]));
    const provisionalEdits = proposeTile(tileChange.after.data, author);
    const after = { ...tileChange.after, data, provisionalEdits, isProposed: true };
    return [{ change: 'create', before: null, after }];
  }
  const { before } = tileChange;
  if (tileChange.change === 'delete') {
    if (isOwnProposal(before, author.accountId)) return [{ change: 'delete', before, after: null }];
    const provisionalEdits = proposeDeletion(before, author);
    return provisionalEdits === undefined
      ? []
      : [{ change: 'update', before, after: { ...before, provisionalEdits } }];
  }
  if (tileChange.withdrawsProposal === true) {
    const provisionalEdits = withdrawProposal(before, author);
    return [{ change: 'update', before, after: { ...before, provisionalEdits } }];
  }
  const { sortOrder, parentTileId, data } = tileChange.after;
  const proposals =
    tileChange.changed.length === 0 ? undefined : proposeValues(before, data, author);
  const isMoved = sortOrder !== before.sortOrder || parentTileId !== before.parentTileId;
  if (proposals === undefined && !isMoved) return [];
  const provisionalEdits = proposals ?? before.provisionalEdits;
  return [
    {
      change: 'update',
      before,
      after: { ...before, sortOrder, parentTileId, provisionalEdits },
    },
  ];
}
