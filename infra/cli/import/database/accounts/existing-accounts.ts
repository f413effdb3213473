import type { StoredAccount } from '../../../../queries/write-accounts.ts';
import type { AccountRecord } from '../../accounts/account-records.ts';
import { importWarning, type FileProblem } from '../../import-problems.ts';

/**
 * Reports the accounts that exist here with the name of an account of the source and differ from it: they keep their flags and
 * the groups that were given to them here, so that they may do more or less than there.
 * @param groupsOf the names here of the groups that an account has in the source
 */
export function describeExistingAccounts(
  accounts: readonly AccountRecord[],
  stored: readonly StoredAccount[],
  groupsOf: (account: AccountRecord) => ReadonlySet<string>,
): readonly FileProblem[] {
  const byName = new Map(stored.map((account) => [account.username, account]));
  return accounts.flatMap((account) => {
    const { username, file, pointer } = account;
    const existing = byName.get(username);
    if (existing === undefined) return [];
    const differences = listDifferences(account, existing, groupsOf(account));
    if (differences.length === 0) return [];
    const message = `Account ${username} exists here and stays as it is, which differs from the source: ${differences.join('; ')}.`;
    return [{ ...importWarning('account_kept', message, { pointer, record: username }), file }];
  });
}

function listDifferences(
  { isActive, isAdministrator }: AccountRecord,
  existing: StoredAccount,
  groups: ReadonlySet<string>,
): readonly string[] {
  const otherGroups = existing.groups.filter((name) => !groups.has(name));
  return [
    ...compareFlag(existing.isActive, isActive, 'active', 'deactivated'),
    ...compareFlag(
      existing.isAdministrator,
      isAdministrator,
      'an administrator',
      'no administrator',
    ),
    ...(otherGroups.length === 0 ? [] : [`only here in the groups ${otherGroups.join(', ')}`]),
  ];
}

function compareFlag(
  here: boolean,
  there: boolean,
  ifSet: string,
  otherwise: string,
): readonly string[] {
  const describe = (flag: boolean): string => (flag ? ifSet : otherwise);
  return here === there ? [] : [`here ${describe(here)}, there ${describe(there)}`];
}
