import type { StoredAccount } from '../../../../queries/write-accounts.ts';
import type { AccountRecord } from '../../accounts/account-records.ts';
import { importWarning, type FileProblem } from '../../import-problems.ts';

/**
 * Makes a warning for each stored account that has the username of an account of the source, but other flags or additional groups. It is
 * not changed, so it may have other rights than in the source.
 * @param getGroups returns the groups of an account in the source, by their names in this service
 */
export function makeExistingAccountWarnings(
  accounts: readonly AccountRecord[],
  stored: readonly StoredAccount[],
  getGroups: (account: AccountRecord) => ReadonlySet<string>,
): readonly FileProblem[] {
  const storedByName = new Map(stored.map((account) => [account.username, account]));
  return accounts.flatMap((account) => {
    const { username, file, pointer } = account;
    const storedAccount = storedByName.get(username);
    if (storedAccount === undefined) return [];
    const differences = listDifferences(account, storedAccount, getGroups(account));
    if (differences.length === 0) return [];
    const message = `Account ${username} already exists and is not changed, although it differs from the source: ${differences.join('; ')}.`;
    return [{ ...importWarning('account_kept', message, { pointer, record: username }), file }];
  });
}

function listDifferences(
  { isActive, isAdministrator }: AccountRecord,
  storedAccount: StoredAccount,
  groups: ReadonlySet<string>,
): readonly string[] {
  const additionalGroups = storedAccount.groups.filter((name) => !groups.has(name));
  return [
    ...describeFlagDifference(storedAccount.isActive, isActive, 'active', 'deactivated'),
    ...describeFlagDifference(
      storedAccount.isAdministrator,
      isAdministrator,
      'an administrator',
      'not an administrator',
    ),
    ...(additionalGroups.length === 0
      ? []
      : [`only in this service a member of ${additionalGroups.join(', ')}`]),
  ];
}

function describeFlagDifference(
  stored: boolean,
  inSource: boolean,
  textIfSet: string,
  textIfNotSet: string,
): readonly string[] {
  const describe = (flag: boolean): string => (flag ? textIfSet : textIfNotSet);
  return stored === inSource
    ? []
    : [`${describe(stored)} in this service, but ${describe(inSource)} in the source`];
}
