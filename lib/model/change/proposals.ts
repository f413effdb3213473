import { isObject } from '../datatypes/values/json-values.ts';
import { isEqualValue } from './compare-values.ts';
import type { ProvisionalEdit, StoredTile } from './stored-resource.ts';

/*
 * Provisional edits: what an author who is no reviewer writes is proposed beside the value that counts, in the shape
 * that the existing platform stores (by the author's account id).
 */

type Proposals = Readonly<Record<string, unknown>>;

type Author = { readonly accountId: number; readonly now: string };

function proposal(
  action: ProvisionalEdit['action'],
  value: Readonly<Record<string, unknown>>,
  now: string,
): ProvisionalEdit {
  return { value, status: 'review', action, reviewer: null, timestamp: now, reviewtimestamp: null };
}

/** The proposals of a tile that an author proposes to create. */
export function proposeTile(
  data: Readonly<Record<string, unknown>>,
  { accountId, now }: Author,
): Proposals {
  return { [accountId]: proposal('create', data, now) };
}

/**
 * The proposals of a tile after an author proposes other values.
 * @returns undefined where the author proposes them already
 */
export function proposeValues(
  { provisionalEdits }: StoredTile,
  data: Readonly<Record<string, unknown>>,
  { accountId, now }: Author,
): Proposals | undefined {
  const own = provisionalEdits?.[accountId];
  if (isObject(own) && own['action'] !== 'delete' && isEqualValue(own['value'], data))
    return undefined;
  const action = isObject(own) && own['action'] === 'create' ? 'create' : 'update';
  return { ...provisionalEdits, [accountId]: proposal(action, data, now) };
}

/**
 * The proposals of a tile after an author proposes to delete it.
 * @returns undefined where the author proposes that already
 */
export function proposeDeletion(
  { provisionalEdits, data }: StoredTile,
  { accountId, now }: Author,
): Proposals | undefined {
  const own = provisionalEdits?.[accountId];
  if (isObject(own) && own['action'] === 'delete') return undefined;
  return { ...provisionalEdits, [accountId]: proposal('delete', data, now) };
}

/** The proposals that an account may see: reviewers all, others their own. */
export function visibleProposals<Tile extends Pick<StoredTile, 'provisionalEdits'>>(
  tile: Tile,
  { accountId, isReviewer }: { readonly accountId: number; readonly isReviewer: boolean },
): Tile {
  const { provisionalEdits: all } = tile;
  if (isReviewer || all === null) return tile;
  const own = all[accountId];
  return { ...tile, provisionalEdits: own === undefined ? null : { [accountId]: own } };
}

/** The values that an author proposes for a tile; undefined where there are none, or the author proposes to delete it. */
export function ownProposedValues(
  { provisionalEdits }: Pick<StoredTile, 'provisionalEdits'>,
  accountId: number,
): StoredTile['data'] | undefined {
  const own = provisionalEdits?.[accountId];
  if (!isObject(own) || own['action'] === 'delete') return undefined;
  return isObject(own['value']) ? own['value'] : undefined;
}

/** Whether something that an author proposes for a tile waits for a reviewer. */
export function hasPendingProposal(
  { provisionalEdits }: Pick<StoredTile, 'provisionalEdits'>,
  accountId: number,
): boolean {
  const own = provisionalEdits?.[accountId];
  return isObject(own) && own['status'] === 'review';
}

/** Whether a tile is nothing but what this author has proposed: it is the author's to place, and to take back. */
export function isOwnProposal(
  { provisionalEdits, isProposed }: StoredTile,
  accountId: number,
): boolean {
  const authors = Object.keys(provisionalEdits ?? {});
  return isProposed && authors.length === 1 && authors[0] === String(accountId);
}

/** Whether a tile that comes from elsewhere is nothing but proposals. */
export function hasOnlyProposals(data: StoredTile['data'], provisionalEdits: unknown): boolean {
  return proposalAuthors(provisionalEdits).length > 0 && hasNoValues(data);
}

/** The accounts that propose something for a tile. */
export function proposalAuthors(provisionalEdits: unknown): readonly number[] {
  const ids = isObject(provisionalEdits) ? Object.keys(provisionalEdits) : [];
  return ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
}

/** Whether the data of a tile hold no value. */
export function hasNoValues(data: StoredTile['data']): boolean {
  return Object.values(data).every((value) => value === null);
}
