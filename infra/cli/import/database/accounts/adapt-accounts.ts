import type { StoredAccount, StoredGroup } from '../../../../queries/write-accounts.ts';
import type { AccountRecord, GroupRecord } from '../../accounts/account-records.ts';
import { importWarning, type FileProblem } from '../../import-problems.ts';

/** The accounts of a source, fitted to the accounts here. */
export type AdaptedAccounts = {
  readonly accounts: readonly AccountRecord[];
  readonly problems: readonly FileProblem[];
};

/** The name here of a group of the source. Membership of an administrators' group here would give more than there. */
export function groupNameHere(name: string, stored: readonly StoredGroup[]): string {
  const isOfAdministrators = stored.some((group) => group.name === name && group.isAdministrator);
  return isOfAdministrators ? `${name} (imported)` : name;
}

/** Renames groups whose members are administrators here, but not in the source. A group that is here keeps its id. */
export function adaptGroups(
  groups: readonly GroupRecord[],
  stored: readonly StoredGroup[],
): { readonly groups: readonly GroupRecord[]; readonly problems: readonly FileProblem[] } {
  const renamed = groups.map((group) => {
    const name = groupNameHere(group.name, stored);
    const isStored = stored.some((other) => other.name === name);
    return { ...group, name, id: isStored ? null : group.id };
  });
  const problems = groups.flatMap(({ name, file, pointer }, index) => {
    const nameHere = renamed[index]?.name ?? name;
    if (nameHere === name) return [];
    const message = `Members of ${name} are administrators here: the imported members are in the group ${nameHere} instead.`;
    return [{ ...importWarning('group_renamed', message, { pointer, record: name }), file }];
  });
  return { groups: renamed, problems };
}

/**
 * Fits accounts of a source to the accounts here. An account with the username of an account here is the same, and gets its id. A new
 * account whose id is taken here gets another id; one whose e-mail address is taken gets none.
 * @param withSecondFactor ids of accounts that get no password, because here the password alone would be enough to sign in
 */
export function adaptAccounts(
  accounts: readonly AccountRecord[],
  stored: readonly StoredAccount[],
  withSecondFactor: ReadonlySet<number>,
): AdaptedAccounts {
  const byName = new Map(stored.map((account) => [account.username, account]));
  const nameById = new Map(stored.map(({ id, username }) => [id, username]));
  const nameByEmail = new Map(stored.map(({ email, username }) => [email.toLowerCase(), username]));
  const problems: FileProblem[] = [];
  const adapted = accounts.map((account): AccountRecord => {
    const { username, file, pointer } = account;
    const warn = (code: string, message: string): void => {
      problems.push({ ...importWarning(code, message, { pointer, record: username }), file });
    };
    const passwordHash = hasSecondFactor(account, withSecondFactor) ? null : account.passwordHash;
    if (passwordHash !== account.passwordHash)
      warn(
        'second_factor',
        `Account ${username} signs in with a second factor, which is not supported here: it comes without a password. --keep-mfa-passwords keeps it.`,
      );
    const existing = byName.get(username);
    if (existing !== undefined) return { ...account, passwordHash, id: existing.id };
    const idOwner = account.id === null ? undefined : nameById.get(account.id);
    if (idOwner !== undefined)
      warn(
        'id_changed',
        `The id ${account.id} of account ${username} is that of account ${idOwner} here: it gets another.`,
      );
    const emailOwner =
      account.email === '' ? undefined : nameByEmail.get(account.email.toLowerCase());
    if (emailOwner !== undefined)
      warn(
        'email_left_out',
        `The e-mail address ${account.email} of account ${username} is that of account ${emailOwner}: it comes without one.`,
      );
    else nameByEmail.set(account.email.toLowerCase(), username);
    return {
      ...account,
      passwordHash,
      id: idOwner === undefined ? account.id : null,
      email: emailOwner === undefined ? account.email : '',
    };
  });
  return { accounts: adapted, problems };
}

function hasSecondFactor({ id }: AccountRecord, withSecondFactor: ReadonlySet<number>): boolean {
  return id !== null && withSecondFactor.has(id);
}
