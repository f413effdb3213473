import type { TileId } from '../ids.ts';
import type { ChangeAuthor } from './change-context.ts';
import type { PlannedTileChange } from './plan-tile-changes.ts';
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
 * @param storedTiles the tiles before the change
 * @param now ISO 8601, UTC
 */
export function applyReviewRules(
  planned: readonly PlannedTileChange[],
  storedTiles: readonly StoredTile[],
  { accountId, isReviewer }: Pick<ChangeAuthor, 'accountId' | 'isReviewer'>,
  now: string,
): readonly TileWrite[] {
  const author = { accountId, now };
  return isReviewer
    ? acceptAncestors(planned.map(toAuthoritativeWrite), storedTiles)
    : planned.flatMap((plan) => toProposalWrites(plan, author));
}

/** Reports moves of tiles by an author who is not a reviewer: only values can be proposed. */
export function findUnproposableMoves(
  planned: readonly PlannedTileChange[],
  { accountId }: Pick<ChangeAuthor, 'accountId'>,
): readonly DocumentProblem[] {
  return planned.flatMap((plan) => {
    if (plan.change !== 'update' || isOwnProposal(plan.before, accountId)) return [];
    const changedMembers = [
      ...(plan.before.sortOrder === plan.after.sortOrder ? [] : ['sortorder']),
      ...(plan.before.parentTileId === plan.after.parentTileId ? [] : ['parenttile_id']),
    ];
    if (changedMembers.length === 0) return [];
    const message = `Tile ${plan.before.tileId}: your changes need a review, and only values can be reviewed. Leave its ${changedMembers.join(' and ')} as stored, or ask a reviewer to move it.`;
    return [{ code: 'place_not_proposable', pointer: plan.pointer, message }];
  });
}

/** Lists the tiles that wait for a reviewer after the change, including those with an unchanged proposal. */
export function listPendingTileIds(
  planned: readonly PlannedTileChange[],
  { accountId, isReviewer }: Pick<ChangeAuthor, 'accountId' | 'isReviewer'>,
): readonly TileId[] {
  if (isReviewer) return [];
  return planned.flatMap((plan) => {
    if (plan.change === 'update' && plan.withdrawsProposal === true) return [];
    if (plan.change !== 'delete') return [plan.after.tileId];
    return isOwnProposal(plan.before, accountId) ? [] : [plan.before.tileId];
  });
}

/** Whether any written tile is authoritative before or after the write. */
export function hasAuthoritativeTile(writes: readonly TileWrite[]): boolean {
  return writes.some(({ before, after }) =>
    [before, after].some((tile) => tile !== null && !tile.isProposed),
  );
}

function toAuthoritativeWrite(plan: PlannedTileChange): TileWrite {
  if (plan.change === 'create') return { change: 'create', before: null, after: plan.after };
  if (plan.change === 'delete') return { change: 'delete', before: plan.before, after: null };
  const after =
    plan.changed.length > 0
      ? {
          ...plan.after,
          provisionalEdits: selectUnreadableProposals(plan.before),
          isProposed: false,
        }
      : plan.after;
  return { change: 'update', before: plan.before, after };
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
  plan: PlannedTileChange,
  author: { readonly accountId: number; readonly now: string },
): readonly TileWrite[] {
  if (plan.change === 'create') {
    const data = Object.fromEntries(Object.keys(plan.after.data).map((nodeId) => [nodeId, null]));
    const provisionalEdits = proposeTile(plan.after.data, author);
    const after = { ...plan.after, data, provisionalEdits, isProposed: true };
    return [{ change: 'create', before: null, after }];
  }
  const { before } = plan;
  if (plan.change === 'delete') {
    if (isOwnProposal(before, author.accountId)) return [{ change: 'delete', before, after: null }];
    const provisionalEdits = proposeDeletion(before, author);
    return provisionalEdits === undefined
      ? []
      : [{ change: 'update', before, after: { ...before, provisionalEdits } }];
  }
  if (plan.withdrawsProposal === true) {
    const provisionalEdits = withdrawProposal(before, author);
    return [{ change: 'update', before, after: { ...before, provisionalEdits } }];
  }
  const { sortOrder, parentTileId, data } = plan.after;
  const proposals = plan.changed.length === 0 ? undefined : proposeValues(before, data, author);
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
