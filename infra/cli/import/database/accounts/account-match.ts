import { createHash } from 'node:crypto';

import { findUnsupportedReason } from '../../../../../lib/identity/passwords/stored-hash.ts';
import type { AccountLink, LinkedAccount } from '../queries/imported-accounts.ts';
import type { AccountRecord } from '../../accounts/account-records.ts';

/** A stored account that came from the source, and what the last import has applied to it. */
export type FollowedAccount = {
  readonly stored: LinkedAccount;
  readonly link: AccountLink;
  /** Undefined if the source no longer has the account. */
  readonly record: AccountRecord | undefined;
};

/** A stored account that was in this service before the account of the source with its username. */
export type EarlierAccount = { readonly stored: LinkedAccount; readonly record: AccountRecord };

/** The accounts of a source, by what this service knows about them. */
export type AccountMatches = {
  readonly created: readonly AccountRecord[];
  readonly followed: readonly FollowedAccount[];
  readonly earlier: readonly EarlierAccount[];
};

/**
 * Finds the stored accounts that came from the source: by their ids in the source, so that they follow a new username; by their usernames
 * if the database replaces that of earlier imports.
 * @rule Imports and exports: Which accounts follow another platform, and which were here first?
 * @param source identifies the database
 */
export function matchAccounts(
  records: readonly AccountRecord[],
  stored: readonly LinkedAccount[],
  source: string,
): AccountMatches {
  const storedBySourceId = new Map(
    stored.flatMap((account) =>
      account.link?.source === source ? [[account.link.sourceAccountId, account] as const] : [],
    ),
  );
  const storedByName = new Map(stored.map((account) => [account.username, account]));
  const created: AccountRecord[] = [];
  const followed: FollowedAccount[] = [];
  const earlier: EarlierAccount[] = [];
  for (const record of records) {
    const linked = record.id === null ? undefined : storedBySourceId.get(record.id);
    const namesake = storedByName.get(record.username);
    // An account that came from another account of the source is another person's.
    const account = linked ?? (namesake?.link?.source === source ? undefined : namesake);
    const link = account && (account.link ?? recognizeAccount(record, account, source));
    if (account === undefined) created.push(record);
    else if (link === undefined) earlier.push({ stored: account, record });
    else followed.push({ stored: account, link, record });
  }
  const matchedIds = new Set(followed.map((account) => account.stored.id));
  const former = stored.flatMap((account) =>
    account.link === null || matchedIds.has(account.id)
      ? []
      : [{ stored: account, link: account.link, record: undefined }],
  );
  return { created, followed: [...followed, ...former], earlier };
}

/**
 * Recognizes an account that was imported before links were stored, by the time of joining, which it kept. It is unknown what was changed
 * in this service since, so the link is such that a flag changes only if the account loses something, and the password becomes that of the
 * source, unless the account has none there.
 */
function recognizeAccount(
  record: AccountRecord,
  stored: LinkedAccount,
  source: string,
): AccountLink | undefined {
  if (record.id === null || record.joinedAt !== stored.joinedAt) return undefined;
  const hasPasswordInSource = findUnsupportedReason(record.passwordHash) === null;
  return {
    source,
    sourceAccountId: record.id,
    isActive: record.isActive || stored.isActive,
    isAdministrator: record.isAdministrator || stored.isAdministrator,
    passwordDigest: hasPasswordInSource
      ? (stored.passwordDigest ?? digestPassword(null))
      : digestPassword(record.passwordHash),
    hasOwnPassword: !hasPasswordInSource && stored.passwordDigest !== null,
  };
}

/** Computes the digest by which a password hash of the source is recognised: MD5 in hexadecimal digits. */
export function digestPassword(hash: string | null): string {
  return createHash('md5')
    .update(hash ?? '')
    .digest('hex');
}
