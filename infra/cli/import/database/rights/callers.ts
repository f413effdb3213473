import { noRights, type Rights, uniteRights } from './right-sets.ts';

/** An account of the source. */
export type SourceUser = {
  readonly id: number;
  readonly username: string;
  readonly isActive: boolean;
  readonly isSuperuser: boolean;
  readonly groups: readonly number[];
  /** Its own rights on every nodegroup, without those of its groups. */
  readonly rights: Rights;
};

/** A group of the source, with the rights of its members on every nodegroup without rows. */
export type SourceGroup = { readonly id: number; readonly name: string; readonly rights: Rights };

/** The accounts and groups of the source. */
export type SourcePrincipals = {
  readonly groups: readonly SourceGroup[];
  /** Without the one that stands for callers without a token. */
  readonly users: readonly SourceUser[];
  /** The account that stands for callers without a token; undefined if there is none, or it is inactive. */
  readonly anonymous: SourceUser | undefined;
  /** The id of the group Guest; undefined if there is none. */
  readonly guestId: number | undefined;
};

/** Accounts that have the same rights as each other, by the rules of the source and by ours. Superusers are in none, because they may do everything. */
export type Caller = {
  readonly usernames: readonly string[];
  /** Ids of the accounts. */
  readonly accounts: readonly number[];
  readonly isActive: boolean;
  /** The groups whose rights it has in the source. */
  readonly groups: readonly number[];
  /** The groups whose rights it has here. */
  readonly groupsHere: readonly number[];
  /** The only account, if that has rows or rights of its own. */
  readonly ownAccount: number | undefined;
  readonly ownRights: Rights;
  /** Whether it is the caller without a token, whose only principal here is Guest. */
  readonly isAnonymous: boolean;
};

/**
 * Groups the accounts of the source by what their rights depend on, so that ten thousand accounts become a few hundred callers.
 * @param withRows ids of accounts that have rows of their own
 */
export function listCallers(
  { users, anonymous, guestId }: SourcePrincipals,
  withRows: ReadonlySet<number>,
): readonly Caller[] {
  const byKey = Map.groupBy(
    users.filter(({ isSuperuser }) => !isSuperuser),
    (user) => callerKey(user, withRows),
  );
  const callers = [...byKey.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const isOnItsOwn = withRows.has(first.id) || first.rights.size > 0;
    return [
      {
        usernames: alike.map(({ username }) => username),
        accounts: alike.map(({ id }) => id),
        isActive: first.isActive,
        groups: first.groups,
        groupsHere: first.groups,
        ownAccount: isOnItsOwn ? first.id : undefined,
        ownRights: first.rights,
        isAnonymous: false,
      },
    ];
  });
  const guest: Caller = {
    usernames: ['Guest'],
    accounts: [],
    isActive: anonymous !== undefined,
    groups: anonymous?.groups ?? [],
    groupsHere: guestId === undefined ? [] : [guestId],
    ownAccount: anonymous?.id,
    ownRights: anonymous?.rights ?? noRights,
    isAnonymous: true,
  };
  return [guest, ...callers];
}

function callerKey(user: SourceUser, withRows: ReadonlySet<number>): string {
  if (withRows.has(user.id) || user.rights.size > 0) return `account ${user.id}`;
  return `${user.isActive} ${user.groups.toSorted((one, other) => one - other).join()}`;
}

/** The rights of a caller in the source on every nodegroup without rows. */
export function globalRights(
  { groups, ownRights }: Caller,
  rightsOfGroups: ReadonlyMap<number, Rights>,
): Rights {
  return uniteRights([ownRights, ...groups.map((group) => rightsOfGroups.get(group) ?? noRights)]);
}
