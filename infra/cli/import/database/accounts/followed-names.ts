import type { LinkedAccount } from '../queries/imported-accounts.ts';
import type { AccountMatches, FollowedAccount } from './account-match.ts';

/** The username and e-mail address that a followed account gets. */
export type FollowedNames = {
  readonly username: string;
  readonly email: string;
  /** Whether another account of this service has the username of the source. */
  readonly isUsernameTaken: boolean;
};

/**
 * Resolves the names of followed accounts. They get those of the source, unless another account keeps them. An account that the source no
 * longer has makes room for another one with its username.
 * @param stored all accounts of this service
 * @returns a function for each followed account
 */
export function resolveFollowedNames(
  { created, followed, earlier }: AccountMatches,
  stored: readonly LinkedAccount[],
): (account: FollowedAccount) => FollowedNames {
  const followedIds = new Set(followed.map((account) => account.stored.id));
  const keptNames = new Set([
    ...earlier.map((account) => account.stored.username),
    ...stored.filter(({ id }) => !followedIds.has(id)).map(({ username }) => username),
  ]);
  const blockedIds = new Set<number>();
  // Each account that keeps its username may block another one.
  for (let isChanged = true; isChanged;) {
    const blocked = followed.filter(
      ({ stored: { id, username }, record }) =>
        record !== undefined &&
        record.username !== username &&
        keptNames.has(record.username) &&
        !blockedIds.has(id),
    );
    for (const { id, username } of blocked.map((account) => account.stored)) {
      blockedIds.add(id);
      keptNames.add(username);
    }
    isChanged = blocked.length > 0;
  }
  const requestedNames = new Set([
    ...created.map(({ username }) => username),
    ...followed.flatMap(({ record }) => record?.username ?? []),
  ]);
  const ownersByEmail = Map.groupBy(stored, ({ email }) => email.toLowerCase());
  return ({ stored: { id, username, email }, link, record }) => {
    if (record === undefined) {
      const isRequested = requestedNames.has(username);
      return {
        username: isRequested ? `${username} (deleted ${link.sourceAccountId})` : username,
        email: isRequested ? '' : email,
        isUsernameTaken: false,
      };
    }
    const isUsernameTaken = blockedIds.has(id);
    const hasOtherOwner =
      record.email !== '' &&
      ownersByEmail.get(record.email.toLowerCase())?.some((owner) => owner.id !== id) === true;
    return {
      username: isUsernameTaken ? username : record.username,
      email: hasOtherOwner && record.email !== email ? '' : record.email,
      isUsernameTaken,
    };
  };
}
