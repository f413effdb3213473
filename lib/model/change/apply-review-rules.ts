import type { TileId } from '../ids.ts';
import type { Author } from './comparison-context.ts';
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
import type { TileDifference } from './tile-difference.ts';

/**
 * Applies the review rules: turns the differences between document and stored tiles into those that are stored. The values of a reviewer are
 * authoritative and clear the proposals of the tile; other authors add proposals. The ancestors of an authoritative tile become
 * authoritative.
 * @rule Writing: Does a write count at once, or does it wait for a reviewer? An import stores records as they are.
 * @param storedTiles the tiles before the change
 * @param now ISO 8601, UTC
 */
export function applyReviewRules(
  differences: readonly TileDifference[],
  storedTiles: readonly StoredTile[],
  { accountId, isReviewer }: Pick<Author, 'accountId' | 'isReviewer'>,
  now: string,
): readonly TileDifference[] {
  const author = { accountId, now };
  return isReviewer
    ? acceptAncestors(differences.map(toAuthoritative), storedTiles)
    : differences.flatMap((difference) => toProposals(difference, author));
}

/** Reports moves of tiles by an author who is not a reviewer: only values can be proposed. */
export function findUnproposableMoves(
  differences: readonly TileDifference[],
  { accountId }: Pick<Author, 'accountId'>,
): readonly DocumentProblem[] {
  return differences.flatMap((difference) => {
    if (difference.change !== 'update' || isOwnProposal(difference.before, accountId)) return [];
    const { before, after, pointer } = difference;
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
  differences: readonly TileDifference[],
  { accountId, isReviewer }: Pick<Author, 'accountId' | 'isReviewer'>,
): readonly TileId[] {
  if (isReviewer) return [];
  return differences.flatMap((difference) => {
    if (difference.change === 'update' && difference.withdrawsProposal === true) return [];
    if (difference.change !== 'delete') return [difference.after.tileId];
    return isOwnProposal(difference.before, accountId) ? [] : [difference.before.tileId];
  });
}

/** Whether any tile is authoritative before or after the change. */
export function hasAuthoritativeTile(differences: readonly TileDifference[]): boolean {
  return differences.some(({ before, after }) =>
    [before, after].some((tile) => tile !== null && !tile.isProposed),
  );
}

function toAuthoritative(difference: TileDifference): TileDifference {
  if (difference.change !== 'update' || difference.changed.length === 0) return difference;
  const provisionalEdits = selectUnreadableProposals(difference.before);
  return { ...difference, after: { ...difference.after, provisionalEdits, isProposed: false } };
}

/** Makes the ancestors of authoritative tiles authoritative too, if they were only proposed. */
function acceptAncestors(
  differences: readonly TileDifference[],
  storedTiles: readonly StoredTile[],
): readonly TileDifference[] {
  const differencesByTileId = new Map<string, TileDifference>(
    differences.map((difference) => [(difference.after ?? difference.before).tileId, difference]),
  );
  const storedById = new Map<string, StoredTile>(storedTiles.map((tile) => [tile.tileId, tile]));
  for (const { after } of differences) {
    let child = after;
    while (child !== null && !child.isProposed && child.parentTileId !== null) {
      const parentDifference = differencesByTileId.get(child.parentTileId);
      const before = parentDifference?.before ?? storedById.get(child.parentTileId) ?? null;
      const parent = parentDifference?.after ?? before;
      if (before === null || parent === null || !parent.isProposed) break;
      child = { ...parent, isProposed: false };
      differencesByTileId.set(child.tileId, {
        change: 'update',
        before,
        after: child,
        pointer: '',
        changed: [],
      });
    }
  }
  return [...differencesByTileId.values()];
}

function toProposals(
  difference: TileDifference,
  author: { readonly accountId: number; readonly now: string },
): readonly TileDifference[] {
  if (difference.change === 'create') {
    const nodeIds = Object.keys(difference.after.data);
    const data = Object.fromEntries(nodeIds.map((nodeId) => [nodeId, null]));
    const provisionalEdits = proposeTile(difference.after.data, author);
    const after = { ...difference.after, data, provisionalEdits, isProposed: true };
    return [{ ...difference, after }];
  }
  const { before } = difference;
  const update = (changes: Partial<StoredTile>): TileDifference => ({
    ...difference,
    change: 'update',
    before,
    after: { ...before, ...changes },
  });
  if (difference.change === 'delete') {
    if (isOwnProposal(before, author.accountId)) return [difference];
    const provisionalEdits = proposeDeletion(before, author);
    return provisionalEdits === undefined ? [] : [update({ provisionalEdits })];
  }
  if (difference.withdrawsProposal === true)
    return [update({ provisionalEdits: withdrawProposal(before, author) })];
  const { sortOrder, parentTileId, data } = difference.after;
  const proposals =
    difference.changed.length === 0 ? undefined : proposeValues(before, data, author);
  const isMoved = sortOrder !== before.sortOrder || parentTileId !== before.parentTileId;
  if (proposals === undefined && !isMoved) return [];
  const provisionalEdits = proposals ?? before.provisionalEdits;
  return [update({ sortOrder, parentTileId, provisionalEdits })];
}
