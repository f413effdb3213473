import type { StoredAccount, StoredGroup } from '../../../../queries/write-accounts.ts';
import type { AccountRecord, GroupRecord } from '../../accounts/account-records.ts';
import { importWarning, type FileProblem } from '../../import-problems.ts';

/** The accounts of a source, adapted so that they do not conflict with the accounts of this service. */
export type AdaptedAccounts = {
  readonly accounts: readonly AccountRecord[];
  readonly problems: readonly FileProblem[];
};

/** Returns the name that a group of the source gets in this service: another one if a stored group of that name has administrators. */
export function importedGroupName(name: string, stored: readonly StoredGroup[]): string {
  const isOfAdministrators = stored.some((group) => group.name === name && group.isAdministrator);
  return isOfAdministrators ? `${name} (imported)` : name;
}

/** Renames groups whose members would become administrators in this service. A group that is already stored keeps its stored id. */
export function adaptGroups(
  groups: readonly GroupRecord[],
  stored: readonly StoredGroup[],
): { readonly groups: readonly GroupRecord[]; readonly problems: readonly FileProblem[] } {
  const adaptedGroups = groups.map((group) => {
    const name = importedGroupName(group.name, stored);
    const isStored = stored.some((other) => other.name === name);
    return { ...group, name, id: isStored ? null : group.id };
  });
  const problems = groups.flatMap(({ name, file, pointer }, index) => {
    const newName = adaptedGroups[index]?.name ?? name;
    if (newName === name) return [];
    const message = `Members of ${name} are administrators in this service. The imported members are in the group ${newName} instead. Use hds group add for those who are to be administrators.`;
    return [{ ...importWarning('group_renamed', message, { pointer, record: name }), file }];
  });
  return { groups: adaptedGroups, problems };
}

/**
 * Adapts accounts of a source to the stored accounts. An account whose username is stored counts as the stored account, and gets its id. A
 * new account whose id is taken gets another id. A new
 * account whose e-mail address is taken gets no e-mail address.
 * @param idsWithSecondFactor ids of accounts that get no password, because in this service the password alone would be enough to sign in
 */
export function adaptAccounts(
  accounts: readonly AccountRecord[],
  stored: readonly StoredAccount[],
  idsWithSecondFactor: ReadonlySet<number>,
): AdaptedAccounts {
  const accountsByName = new Map(stored.map((account) => [account.username, account]));
  const namesById = new Map(stored.map(({ id, username }) => [id, username]));
  const namesByEmail = new Map(
    stored.map(({ email, username }) => [email.toLowerCase(), username]),
  );
  const problems: FileProblem[] = [];
  const adapted = accounts.map((account): AccountRecord => {
    const { username, file, pointer } = account;
    const warn = (code: string, message: string): void => {
      problems.push({ ...importWarning(code, message, { pointer, record: username }), file });
    };
    const passwordHash = hasSecondFactor(account, idsWithSecondFactor)
      ? null
      : account.passwordHash;
    if (passwordHash !== account.passwordHash)
      warn(
        'second_factor',
        `Account ${username} signs in with a second factor, which this service does not support, so it is imported without a password. Use hds account password to set one, or import with --keep-mfa-passwords.`,
      );
    const storedAccount = accountsByName.get(username);
    if (storedAccount !== undefined) return { ...account, passwordHash, id: storedAccount.id };
    const idOwner = account.id === null ? undefined : namesById.get(account.id);
    if (idOwner !== undefined)
      warn(
        'id_changed',
        `The id ${account.id} of account ${username} is that of the stored account ${idOwner}, so ${username} gets another id.`,
      );
    const emailOwner =
      account.email === '' ? undefined : namesByEmail.get(account.email.toLowerCase());
    if (emailOwner !== undefined)
      warn(
        'email_left_out',
        `The e-mail address ${account.email} of account ${username} is that of account ${emailOwner}, so ${username} is imported without an e-mail address.`,
      );
    else namesByEmail.set(account.email.toLowerCase(), username);
    return {
      ...account,
      passwordHash,
      id: idOwner === undefined ? account.id : null,
      email: emailOwner === undefined ? account.email : '',
    };
  });
  return { accounts: adapted, problems };
}

function hasSecondFactor({ id }: AccountRecord, idsWithSecondFactor: ReadonlySet<number>): boolean {
  return id !== null && idsWithSecondFactor.has(id);
}
