import type { AccountLookup, StoredGroup } from '../../accounts/queries/write-accounts.ts';
import type { AccountRecord, GroupRecord } from '../../accounts/account-records.ts';
import { importWarning, type FileProblem } from '../../import-problems.ts';

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
 * Makes a warning for each new group of a later import, because it may have been deleted in this service. It is imported all the same: its
 * grants can close what would otherwise be open.
 */
export function makeAddedGroupWarnings(
  groups: readonly GroupRecord[],
  stored: readonly StoredGroup[],
): readonly FileProblem[] {
  const storedNames = new Set(stored.map(({ name }) => name));
  return groups
    .filter(({ name }) => !storedNames.has(name))
    .map(({ name, file, pointer }) => {
      const message = `The group ${name} is imported with its members and rights. It is new in the source, or was deleted in this service since the last import. Use hds group remove and hds group defaults to take away what its members may do: later imports keep that.`;
      return { ...importWarning('group_added', message, { pointer, record: name }), file };
    });
}

/** Accounts of a source, changed so that they fit this service, and what was changed. */
export type AdaptedAccounts = {
  readonly accounts: readonly AccountRecord[];
  readonly problems: readonly FileProblem[];
};

/**
 * Takes the passwords of accounts that sign in with a second factor, because in this service the password alone would be enough.
 * @param ids the ids of these accounts in the source
 */
export function withholdPasswords(
  accounts: readonly AccountRecord[],
  ids: ReadonlySet<number>,
): AdaptedAccounts {
  const isAffected = ({ id, passwordHash }: AccountRecord): boolean =>
    id !== null && ids.has(id) && passwordHash !== null;
  return {
    accounts: accounts.map((account) =>
      isAffected(account) ? { ...account, passwordHash: null } : account,
    ),
    problems: accounts
      .filter(isAffected)
      .map((account) =>
        makeAccountWarning(
          account,
          'second_factor',
          `Account ${account.username} signs in with a second factor, which this service does not support, so it is imported without a password. Use hds account password to set one, or import with --keep-mfa-passwords.`,
        ),
      ),
  };
}

/**
 * Adapts new accounts to the stored ones: one whose id is taken gets another, and one whose e-mail address is taken gets none.
 * @param stored the accounts of this service, with the names that they have after the import
 */
export function adaptNewAccounts(
  accounts: readonly AccountRecord[],
  stored: readonly AccountLookup[],
): AdaptedAccounts {
  const namesById = new Map(stored.map(({ id, username }) => [id, username]));
  const namesByEmail = new Map(
    stored.map(({ email, username }) => [email.toLowerCase(), username]),
  );
  const problems: FileProblem[] = [];
  const adapted = accounts.map((account): AccountRecord => {
    const { username } = account;
    const idOwner = account.id === null ? undefined : namesById.get(account.id);
    if (idOwner !== undefined)
      problems.push(
        makeAccountWarning(
          account,
          'id_changed',
          `The id ${account.id} of account ${username} is that of the stored account ${idOwner}, so ${username} gets another id.`,
        ),
      );
    const emailOwner =
      account.email === '' ? undefined : namesByEmail.get(account.email.toLowerCase());
    if (emailOwner !== undefined)
      problems.push(
        makeAccountWarning(
          account,
          'email_left_out',
          `The e-mail address ${account.email} of account ${username} is that of account ${emailOwner}, so ${username} is imported without an e-mail address.`,
        ),
      );
    else namesByEmail.set(account.email.toLowerCase(), username);
    return {
      ...account,
      id: idOwner === undefined ? account.id : null,
      email: emailOwner === undefined ? account.email : '',
    };
  });
  return { accounts: adapted, problems };
}

function makeAccountWarning(
  { username, file, pointer }: AccountRecord,
  code: string,
  message: string,
): FileProblem {
  return { ...importWarning(code, message, { pointer, record: username }), file };
}
