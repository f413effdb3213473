import { parseAccountId } from '../accounts/caller.ts';
import { isObject } from '../datatypes/values/json-values.ts';
import { isEqualValue } from './compare-values.ts';
import type { ProvisionalEdit, StoredTile } from './stored-resource.ts';

/*
 * Provisional edits: the changes of an author who is not a reviewer are stored beside the authoritative values, by
 * account id, in the format of the Arches platform.
 */

type Proposals = Readonly<Record<string, unknown>>;

type Proposer = { readonly accountId: number; readonly now: string };

function createProposal(
  action: ProvisionalEdit['action'],
  value: Readonly<Record<string, unknown>>,
  now: string,
): ProvisionalEdit {
  return { value, status: 'review', action, reviewer: null, timestamp: now, reviewtimestamp: null };
}

/**
 * Proposes to create a tile.
 * @rule Permissions: What does a proposal contain?
 */
export function proposeTile(
  data: Readonly<Record<string, unknown>>,
  { accountId, now }: Proposer,
): Proposals {
  return { [accountId]: createProposal('create', data, now) };
}

/**
 * Adds an author's proposed values to the proposals of a tile. Earlier proposed values that the author can no longer read, and so cannot
 * send again, are kept.
 * @rule Permissions: What does a proposal contain?
 * @returns undefined if the author already proposes these values
 */
export function proposeValues(
  tile: StoredTile,
  data: Readonly<Record<string, unknown>>,
  { accountId, now }: Proposer,
): Proposals | undefined {
  const ownProposal = tile.provisionalEdits?.[accountId];
  const unreadableProposal = selectUnreadableProposals(tile)?.[accountId];
  const unreadableValues = isObject(unreadableProposal) ? unreadableProposal['value'] : undefined;
  const proposedData = isObject(unreadableValues) ? { ...data, ...unreadableValues } : data;
  if (
    isObject(ownProposal) &&
    ownProposal['action'] !== 'delete' &&
    isEqualValue(ownProposal['value'], proposedData)
  )
    return undefined;
  const action = isObject(ownProposal) && ownProposal['action'] === 'create' ? 'create' : 'update';
  return { ...tile.provisionalEdits, [accountId]: createProposal(action, proposedData, now) };
}

/**
 * Adds an author's proposal to delete a tile.
 * @returns undefined if the author already proposes it
 */
export function proposeDeletion(
  { provisionalEdits, data }: StoredTile,
  { accountId, now }: Proposer,
): Proposals | undefined {
  const ownProposal = provisionalEdits?.[accountId];
  if (isObject(ownProposal) && ownProposal['action'] === 'delete') return undefined;
  return { ...provisionalEdits, [accountId]: createProposal('delete', data, now) };
}

/** Removes an author's proposal. @returns null if no other account has one */
export function withdrawProposal(
  { provisionalEdits }: StoredTile,
  { accountId }: Proposer,
): Proposals | null {
  const otherProposals = Object.entries(provisionalEdits ?? {}).filter(
    ([id]) => id !== String(accountId),
  );
  return otherProposals.length === 0 ? null : Object.fromEntries(otherProposals);
}

/**
 * Removes the proposals and the proposed values that an account is not allowed to see. Reviewers see the proposals of all accounts, others
 * only their own.
 */
export function withVisibleProposals<
  Tile extends Pick<StoredTile, 'provisionalEdits' | 'unreadableNodes'>,
>(
  tile: Tile,
  { accountId, isReviewer }: { readonly accountId: number; readonly isReviewer: boolean },
): Tile {
  const { provisionalEdits, unreadableNodes = [] } = tile;
  const visibleProposals = Object.entries(provisionalEdits ?? {})
    .filter(([id]) => isReviewer || id === String(accountId))
    .map(([id, edit]) => [
      id,
      filterProposedValues(edit, (nodeId) => !unreadableNodes.includes(nodeId)),
    ]);
  return {
    ...tile,
    provisionalEdits: visibleProposals.length === 0 ? null : Object.fromEntries(visibleProposals),
  };
}

/**
 * Returns the proposals for values that the author of a write cannot read. They stay when the write clears the others (ADR 061).
 * Proposals to delete the tile are cleared.
 */
export function selectUnreadableProposals({
  provisionalEdits,
  unreadableNodes = [],
}: StoredTile): Proposals | null {
  const unreadableProposals = Object.entries(provisionalEdits ?? {})
    .filter(([, edit]) => isObject(edit) && edit['action'] !== 'delete')
    .map(([id, edit]) => [
      id,
      filterProposedValues(edit, (nodeId) => unreadableNodes.includes(nodeId)),
    ])
    .filter(([, edit]) => isObject(edit) && isObject(edit['value']) && !hasNoValues(edit['value']));
  return unreadableProposals.length === 0 ? null : Object.fromEntries(unreadableProposals);
}

function filterProposedValues(edit: unknown, isIncluded: (nodeId: string) => boolean): unknown {
  if (!isObject(edit) || !isObject(edit['value'])) return edit;
  const includedValues = Object.entries(edit['value']).filter(([nodeId]) => isIncluded(nodeId));
  return { ...edit, value: Object.fromEntries(includedValues) };
}

/**
 * Returns the values that an author proposes; undefined if there are none or the author proposes to delete the
 * tile.
 */
export function ownProposedValues(
  { provisionalEdits }: Pick<StoredTile, 'provisionalEdits'>,
  accountId: number,
): StoredTile['data'] | undefined {
  const ownProposal = provisionalEdits?.[accountId];
  if (!isObject(ownProposal) || ownProposal['action'] === 'delete') return undefined;
  return isObject(ownProposal['value']) ? ownProposal['value'] : undefined;
}

/** Whether a proposal of the author for the tile waits for a reviewer. */
export function hasPendingProposal(
  { provisionalEdits }: Pick<StoredTile, 'provisionalEdits'>,
  accountId: number,
): boolean {
  const ownProposal = provisionalEdits?.[accountId];
  return isObject(ownProposal) && ownProposal['status'] === 'review';
}

/** Whether the tile consists only of proposals of this author, who is then allowed to move and delete it. */
export function isOwnProposal(
  { provisionalEdits, isProposed }: StoredTile,
  accountId: number,
): boolean {
  const authors = Object.keys(provisionalEdits ?? {});
  return isProposed && authors.length === 1 && authors[0] === String(accountId);
}

/** Whether an imported tile consists only of proposals. */
export function hasOnlyProposals(data: StoredTile['data'], provisionalEdits: unknown): boolean {
  return listProposalAuthors(provisionalEdits).length > 0 && hasNoValues(data);
}

/** Lists the accounts with proposals for a tile. */
export function listProposalAuthors(provisionalEdits: unknown): readonly number[] {
  const ids = isObject(provisionalEdits) ? Object.keys(provisionalEdits) : [];
  return ids.flatMap((id) => parseAccountId(id) ?? []);
}

/** Whether all values are null. */
export function hasNoValues(data: StoredTile['data']): boolean {
  return Object.values(data).every((value) => value === null);
}
