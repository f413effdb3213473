import { findUnsupportedReason } from '../../../../lib/identity/passwords/stored-hash.ts';
import type { AccountRow, StoredAccount } from '../../../queries/write-accounts.ts';
import { accountProblem, findAccountConflict, AccountIndex } from './account-conflicts.ts';
import type { AccountRecord } from './account-records.ts';
import type { GroupPlan } from './plan-groups.ts';
import type { FileProblem } from '../import-report.ts';

/** What becomes of the accounts of an import. */
export type AccountPlan = {
  /** Those that are to be made. */
  readonly created: readonly AccountRow[];
  /** Those that are there without a password, and take the one of the file. */
  readonly givenPassword: readonly AccountRow[];
  /** How many are there and stay as they are. */
  readonly unchanged: number;
  /** How many cannot go in. */
  readonly leftOut: number;
  readonly problems: readonly FileProblem[];
};

/**
 * Holds accounts of files against those that are there. One that is there stays as it is, but takes a password where it has
 * none; one that shares an id, a username or an e-mail address with another is left out alone.
 */
export function planAccounts(
  found: readonly AccountRecord[],
  stored: readonly StoredAccount[],
  groups: GroupPlan,
): AccountPlan {
  const holders = new AccountIndex();
  for (const { couldTakePassword: takesPassword, ...account } of stored) {
    holders.add({ ...account, takesPassword });
  }
  const plan = {
    created: new Array<AccountRow>(),
    givenPassword: new Array<AccountRow>(),
    unchanged: 0,
    leftOut: 0,
    problems: new Array<FileProblem>(),
  };
  const seen = new Set<string>();
  for (const account of found) {
    const conflict = findAccountConflict(account, holders, seen);
    const isThere = holders.ofUsername(account.username);
    seen.add(account.username);
    if (conflict !== null) {
      plan.leftOut += 1;
      plan.problems.push(conflict);
    } else if (isThere === undefined) {
      const { row, warnings } = accountRow(account, groups);
      plan.created.push(row);
      plan.problems.push(...warnings);
      holders.add({ ...account, takesPassword: false });
    } else {
      const { passwordHash, warnings } = password(account);
      if (isThere.takesPassword) plan.problems.push(...warnings);
      if (isThere.takesPassword && passwordHash !== null) {
        plan.givenPassword.push(accountRow(account, groups).row);
      } else plan.unchanged += 1;
    }
  }
  return plan;
}

function accountRow(
  account: AccountRecord,
  groups: GroupPlan,
): { readonly row: AccountRow; readonly warnings: readonly FileProblem[] } {
  const { passwordHash, warnings: ofPassword } = password(account);
  const { names, warnings: ofGroups } = memberships(account, groups);
  const row: AccountRow = {
    account_id: account.id,
    username: account.username,
    email: account.email,
    first_name: account.firstName,
    last_name: account.lastName,
    is_active: account.isActive,
    is_administrator: account.isAdministrator,
    password_hash: passwordHash,
    date_joined: account.joinedAt,
    groups: names,
  };
  return { row, warnings: [...ofPassword, ...ofGroups, ...ofPermissions(account)] };
}

/** The hash of an account, where somebody can sign in with it. */
function password(account: AccountRecord): {
  readonly passwordHash: string | null;
  readonly warnings: readonly FileProblem[];
} {
  const why = findUnsupportedReason(account.passwordHash);
  if (why === null) return { passwordHash: account.passwordHash, warnings: [] };
  if (why.code === 'no_password') return { passwordHash: null, warnings: [] };
  const message = `Account ${account.username} comes without a password. ${why.message}`;
  return {
    passwordHash: null,
    warnings: [accountProblem(account, 'warning', 'unsupported_password', message)],
  };
}

function memberships(
  account: AccountRecord,
  groups: GroupPlan,
): { readonly names: readonly string[]; readonly warnings: readonly FileProblem[] } {
  const names: string[] = [];
  const warnings: FileProblem[] = [];
  for (const reference of account.groups) {
    const name = groups.nameOf(reference);
    if (name !== undefined) {
      names.push(name);
      continue;
    }
    const called = reference.kind === 'name' ? reference.name : `with the id ${reference.id}`;
    const message = `Account ${account.username} is in a group ${called}, which neither the files nor this instance have: it is not in it.`;
    warnings.push(accountProblem(account, 'warning', 'unknown_group', message));
  }
  return { names, warnings };
}

function ofPermissions(account: AccountRecord): readonly FileProblem[] {
  if (!account.hasOtherPermissions) return [];
  const message = `The permissions of account ${account.username} itself are not taken: hds grant gives it rights.`;
  return [accountProblem(account, 'warning', 'permissions_not_taken', message)];
}
