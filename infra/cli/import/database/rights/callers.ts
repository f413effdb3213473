import type { SourcePrincipals, SourceUser } from './source-principals.ts';
import type { HttpWriters } from './http-writers.ts';
import { noRights, type Rights, uniteRights } from './right-sets.ts';

/** Accounts with the same rights, in the source and in this service. Superusers belong to no caller, because they may do everything. */
export type Caller = {
  readonly usernames: readonly string[];
  /** The ids of the accounts in the source. */
  readonly accounts: readonly number[];
  readonly isActive: boolean;
  /** The ids, in the source, of the groups whose rights the caller has in the source. */
  readonly sourceGroups: readonly number[];
  /** The ids, in the source, of the groups whose rights the caller has in this service. */
  readonly serviceGroups: readonly number[];
  /** The only account of the caller, if that has rows or rights of its own. */
  readonly ownAccount: number | undefined;
  readonly ownRights: Rights;
  /** Whether the source accepts its writes over HTTP. */
  readonly isWriter: boolean;
  /** Whether it represents callers without a token, whose only principal in this service is Guest. */
  readonly isAnonymous: boolean;
};

/**
 * Groups the accounts of the source by what their rights depend on, so that thousands of accounts become a few hundred callers.
 * @param idsWithRows ids of accounts that have rows of their own
 */
export function listCallers(
  { users, anonymous, guestId }: SourcePrincipals,
  idsWithRows: ReadonlySet<number>,
  httpWriters: HttpWriters,
): readonly Caller[] {
  const byKey = Map.groupBy(
    users.filter(({ isSuperuser }) => !isSuperuser),
    (user) => createCallerKey(user, idsWithRows),
  );
  const callers = [...byKey.values()].flatMap((accounts) => {
    const [firstAccount] = accounts;
    if (firstAccount === undefined) return [];
    const hasOwnRows = idsWithRows.has(firstAccount.id) || firstAccount.rights.size > 0;
    return [
      {
        usernames: accounts.map(({ username }) => username),
        accounts: accounts.map(({ id }) => id),
        isActive: firstAccount.isActive,
        sourceGroups: firstAccount.groups,
        serviceGroups: firstAccount.groups,
        ownAccount: hasOwnRows ? firstAccount.id : undefined,
        ownRights: firstAccount.rights,
        isWriter: httpWriters.isWriter(firstAccount),
        isAnonymous: false,
      },
    ];
  });
  const guest: Caller = {
    usernames: ['Guest'],
    accounts: [],
    isActive: anonymous !== undefined,
    sourceGroups: anonymous?.groups ?? [],
    serviceGroups: guestId === undefined ? [] : [guestId],
    ownAccount: anonymous?.id,
    ownRights: anonymous?.rights ?? noRights,
    isWriter: false,
    isAnonymous: true,
  };
  return [guest, ...callers];
}

function createCallerKey(user: SourceUser, idsWithRows: ReadonlySet<number>): string {
  if (idsWithRows.has(user.id) || user.rights.size > 0) return `account ${user.id}`;
  return `${user.isActive} ${user.groups.toSorted((one, other) => one - other).join()}`;
}

/** Returns the rights of a caller in the source on every nodegroup that has no rows. */
export function computeGlobalRights(
  { sourceGroups, ownRights }: Caller,
  rightsOfGroups: ReadonlyMap<number, Rights>,
): Rights {
  return uniteRights([
    ownRights,
    ...sourceGroups.map((group) => rightsOfGroups.get(group) ?? noRights),
  ]);
}
