import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { valueKey } from '../../../../lib/model/change/compare-values.ts';
import {
  findStoredAccounts,
  listStoredGroups,
  type AccountLookup,
  type StoredAccount,
} from './queries/write-accounts.ts';
import type { IndexedAccount } from './account-index.ts';
import type { RecordLocation } from './account-records.ts';
import { importWarning, type FileProblem } from '../import-problems.ts';
import type { BatchContext } from '../run-importer.ts';
import { readInBatches } from '../run-in-batches.ts';
import { planAccounts, type AccountPlan } from './plan-accounts.ts';
import { planGroups, type GroupPlan } from './plan-groups.ts';
import type { AccountsFile } from './read-accounts.ts';

export type AccountRecords = Pick<AccountsFile, 'accounts' | 'groups'>;
export type AccountsPlan = { readonly accounts: AccountPlan; readonly groups: GroupPlan };

const accountsPerStatement = 1000;

/**
 * Compares accounts and groups with each other and with the stored ones, reports problems, and plans what is written.
 * @param storedAccounts the stored accounts, if they are known; otherwise those that could conflict are read
 */
export async function compareAccounts(
  records: AccountRecords,
  report: BatchContext['report'],
  dataApi: DataApi,
  storedAccounts?: readonly IndexedAccount[],
): Promise<AccountsPlan> {
  const accountRecords = removeRepeatedRecords(records.accounts, ({ username }) => username);
  const groupRecords = removeRepeatedRecords(records.groups, ({ name }) => name);
  const storedGroups = await runQuery(dataApi.read, listStoredGroups());
  const groups = planGroups(groupRecords.distinct, storedGroups);
  const accounts = planAccounts(
    accountRecords.distinct,
    storedAccounts ?? (await readStoredAccounts(accountRecords.distinct, dataApi)),
    groups,
  );
  for (const { problems } of [groupRecords, accountRecords, groups, accounts]) {
    for (const { file, ...problem } of problems) report([problem], file);
  }
  return { accounts, groups };
}

/** Reads the stored accounts that have the id, username or e-mail address of one of the given accounts. */
async function readStoredAccounts(
  accounts: readonly AccountLookup[],
  dataApi: DataApi,
): Promise<readonly StoredAccount[]> {
  const lookups = accounts.map(({ id, username, email }) => ({ id, username, email }));
  return readInBatches(dataApi.read, lookups, accountsPerStatement, findStoredAccounts);
}

/**
 * Removes accounts or groups that equal an earlier one.
 * @param getName returns the name of an account or group, for the warning about it
 */
function removeRepeatedRecords<Item extends RecordLocation>(
  items: readonly Item[],
  getName: (item: Item) => string,
): { readonly distinct: readonly Item[]; readonly problems: readonly FileProblem[] } {
  const keys = new Set<string>();
  const distinct: Item[] = [];
  const problems: FileProblem[] = [];
  for (const item of items) {
    const { file, pointer, ...entry } = item;
    const key = valueKey(entry);
    if (keys.has(key)) {
      const message = 'The record equals an earlier one. It is imported once.';
      const location = { pointer, record: getName(item) };
      problems.push({ ...importWarning('repeated_record', message, location), file });
    } else distinct.push(item);
    keys.add(key);
  }
  return { distinct, problems };
}
