import { findUnsupportedReason } from '../../../../../lib/identity/passwords/stored-hash.ts';
import type { FollowedAccountRow } from '../queries/imported-accounts.ts';
import type { AccountRecord } from '../../accounts/account-records.ts';
import type { FollowedNames } from './followed-names.ts';
import { digestPassword, type FollowedAccount } from './account-match.ts';

/** What an import changes on an account that came from the source, and what it keeps although the source differs. */
export type FollowedPlan = FollowedAccount & {
  /** Whether another account has the username of the source. */
  readonly isUsernameTaken: boolean;
  readonly row: FollowedAccountRow;
  /** Whether the import writes the row. */
  readonly isChanged: boolean;
  /** Whether the source has another password, but the account keeps one that was set in this service. */
  readonly keepsPassword: boolean;
};

/** A property of an account in this service, as it was last applied, and in the source. */
type FlagStates = { readonly current: boolean; readonly applied: boolean; readonly next: boolean };

/**
 * Plans what an account gets from the source. What was changed in this service since the last import stays, unless `undoesChanges`. The
 * recorded state changes only when it is applied, so that a change of this service outlasts any number of changes in the source.
 * @rule Imports and exports: What does a later import change of an account, and what does it keep?
 */
export function planFollowedAccount(
  account: FollowedAccount,
  { username, email, isUsernameTaken }: FollowedNames,
  source: string,
  undoesChanges: boolean,
): FollowedPlan {
  const { stored, link, record } = account;
  const resolve = ({ current, applied, next }: FlagStates) =>
    !undoesChanges && (current === next || current !== applied)
      ? { value: current, applied }
      : { value: next, applied: next };
  const active = resolve({
    current: stored.isActive,
    applied: link.isActive,
    next: record?.isActive ?? false,
  });
  const administrator = resolve({
    current: stored.isAdministrator,
    applied: link.isAdministrator,
    next: record?.isAdministrator ?? false,
  });
  const password = planPassword(account, undoesChanges);
  const endsSessions =
    password.isReplaced ||
    (stored.isActive && !active.value) ||
    (stored.isAdministrator && !administrator.value);
  const row: FollowedAccountRow = {
    account_id: stored.id,
    username,
    email,
    first_name: record?.firstName ?? stored.firstName,
    last_name: record?.lastName ?? stored.lastName,
    is_active: active.value,
    is_administrator: administrator.value,
    replaces_password: password.isReplaced,
    password_hash: password.isReplaced ? findPassword(record) : null,
    ends_sessions: endsSessions,
    planned_from: {
      is_active: stored.isActive,
      is_administrator: stored.isAdministrator,
      has_own_password: stored.link?.hasOwnPassword ?? false,
    },
    link: {
      source: record === undefined ? link.source : source,
      source_account_id: record?.id ?? link.sourceAccountId,
      is_active: active.applied,
      is_administrator: administrator.applied,
      password_digest: password.digest,
      has_own_password: link.hasOwnPassword && !password.isReplaced,
    },
  };
  return {
    ...account,
    isUsernameTaken,
    row,
    isChanged: endsSessions || differs(row, account),
    keepsPassword: password.isKept,
  };
}

/** Compares the password hash of the source with that of the last import: a hash of the same password that was renewed here is no change. */
function planPassword({ link, record }: FollowedAccount, undoesChanges: boolean) {
  const digest = record === undefined ? link.passwordDigest : digestPassword(record.passwordHash);
  const isNew = digest !== link.passwordDigest;
  const isReplaced =
    record !== undefined &&
    (link.hasOwnPassword ? undoesChanges && findPassword(record) !== null : isNew);
  return {
    isReplaced,
    isKept: isNew && !isReplaced,
    digest: isReplaced ? digest : link.passwordDigest,
  };
}

/** Returns the password hash that this service stores; null if the account has none, or one of a kind that is not supported. */
function findPassword(record: AccountRecord | undefined): string | null {
  const hash = record?.passwordHash ?? null;
  return findUnsupportedReason(hash) === null ? hash : null;
}

function differs(row: FollowedAccountRow, { stored }: FollowedAccount): boolean {
  const { link } = stored;
  if (link === null) return true;
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [row.username, stored.username],
    [row.email, stored.email],
    [row.first_name, stored.firstName],
    [row.last_name, stored.lastName],
    [row.is_active, stored.isActive],
    [row.is_administrator, stored.isAdministrator],
    [row.link.source, link.source],
    [row.link.source_account_id, link.sourceAccountId],
    [row.link.is_active, link.isActive],
    [row.link.is_administrator, link.isAdministrator],
    [row.link.password_digest, link.passwordDigest],
    [row.link.has_own_password, link.hasOwnPassword],
  ];
  return pairs.some(([next, current]) => next !== current);
}
