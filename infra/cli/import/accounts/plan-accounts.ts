import { findUnsupportedReason } from '../../../../lib/identity/passwords/stored-hash.ts';
import type { AccountRow } from './queries/write-accounts.ts';
import { importError, importWarning, type FileProblem } from '../import-problems.ts';
import { AccountIndex, type IndexedAccount } from './account-index.ts';
import type { AccountRecord } from './account-records.ts';
import type { GroupPlan } from './plan-groups.ts';

/** The planned changes of accounts. */
export type AccountPlan = {
  /** New accounts. */
  readonly created: readonly AccountRow[];
  /** Stored accounts without a password, which get the password of the file. */
  readonly withAddedPassword: readonly AccountRow[];
  /** The number of stored accounts that are not changed. */
  readonly unchanged: number;
  /** The number of accounts that cannot be imported. */
  readonly leftOut: number;
  readonly problems: readonly FileProblem[];
};

/**
 * Plans the import of accounts. The only change of a stored account is that it gets a password if it has none. An account with the id,
 * username or e-mail address of another account is reported and left out.
 */
export function planAccounts(
  accounts: readonly AccountRecord[],
  stored: readonly IndexedAccount[],
  groups: GroupPlan,
): AccountPlan {
  const index = new AccountIndex(stored);
  const plan = {
    created: new Array<AccountRow>(),
    withAddedPassword: new Array<AccountRow>(),
    unchanged: 0,
    leftOut: 0,
    problems: new Array<FileProblem>(),
  };
  const usernames = new Set<string>();
  for (const account of accounts) {
    const storedAccount = index.findByUsername(account.username);
    const conflict = usernames.has(account.username)
      ? ([
          'duplicate_account',
          `Account ${account.username} occurs twice with different content. Only the first is imported. Remove or rename one.`,
        ] as const)
      : index.findConflict(account);
    usernames.add(account.username);
    if (conflict !== null) {
      const [code, message] = conflict;
      plan.leftOut += 1;
      plan.problems.push(makeAccountProblem(account, importError, code, message));
    } else if (storedAccount === undefined) {
      const { row, warnings } = toRow(account, groups);
      plan.created.push(row);
      plan.problems.push(...warnings);
      index.add({ ...account, canReceivePassword: false });
    } else if (storedAccount.canReceivePassword) {
      const { passwordHash, warnings } = findUsablePassword(account);
      plan.problems.push(...warnings);
      if (passwordHash === null) plan.unchanged += 1;
      else plan.withAddedPassword.push(toRow(account, groups).row);
    } else plan.unchanged += 1;
  }
  return plan;
}

function toRow(
  account: AccountRecord,
  groups: GroupPlan,
): { readonly row: AccountRow; readonly warnings: readonly FileProblem[] } {
  const { passwordHash, warnings } = findUsablePassword(account);
  const memberships = account.groups.map(
    (reference) => [reference, groups.findName(reference)] as const,
  );
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
    groups: memberships.flatMap(([, name]) => name ?? []),
  };
  const unknownGroups = memberships.flatMap(([reference, name]) => {
    if (name !== undefined) return [];
    const group = reference.kind === 'name' ? reference.name : `with the id ${reference.id}`;
    const message = `Account ${account.username} is in a group ${group}, which neither the files nor this service have, so it does not become a member. Use hds group create, then hds group add.`;
    return [makeAccountProblem(account, importWarning, 'unknown_group', message)];
  });
  const message = `The permissions of account ${account.username} itself are not imported. Use hds grant to give it rights.`;
  const permissionWarnings = account.hasOtherPermissions
    ? [makeAccountProblem(account, importWarning, 'permissions_not_taken', message)]
    : [];
  return { row, warnings: [...warnings, ...unknownGroups, ...permissionWarnings] };
}

/** Returns the password hash of an account, or a warning if the service does not support it. */
function findUsablePassword(account: AccountRecord): {
  readonly passwordHash: string | null;
  readonly warnings: readonly FileProblem[];
} {
  const reason = findUnsupportedReason(account.passwordHash);
  if (reason === null) return { passwordHash: account.passwordHash, warnings: [] };
  if (reason.code === 'no_password') return { passwordHash: null, warnings: [] };
  const message = `Account ${account.username} is imported without a password. ${reason.message}`;
  const warning = makeAccountProblem(account, importWarning, 'unsupported_password', message);
  return { passwordHash: null, warnings: [warning] };
}

function makeAccountProblem(
  { file, pointer, username }: AccountRecord,
  makeProblem: typeof importError,
  code: string,
  message: string,
): FileProblem {
  return { ...makeProblem(code, message, { pointer, record: username }), file };
}
