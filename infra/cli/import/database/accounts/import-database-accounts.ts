import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { listStoredGroups, type StoredGroup } from '../../../../queries/write-accounts.ts';
import type { AccountRecord } from '../../accounts/account-records.ts';
import {
  compareAccounts,
  readStoredAccounts,
  type AccountRecords,
} from '../../accounts/compare-accounts.ts';
import { countAccounts, countPlannedRows } from '../../accounts/count-accounts.ts';
import { readAccountRecords, type AccountsFile } from '../../accounts/read-accounts.ts';
import { writeAccounts } from '../../accounts/write-accounts.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import type { ImportResult } from '../../import-summary.ts';
import { readSourcePrincipals } from '../rights/read-source-principals.ts';
import type { Source } from '../source.ts';
import { adaptAccounts, adaptGroups, importedGroupName } from './adapt-accounts.ts';
import { makeExistingAccountWarnings } from './existing-accounts.ts';
import { readSourceAccounts } from './read-source-accounts.ts';

/** The name of the source in reports. */
export const sourceName = 'database';

/** The ids of accounts and groups in this service, by their ids in the source. In a dry run, only those that are already stored. */
export type ImportedIds = {
  readonly accounts: ReadonlyMap<number, number>;
  readonly groups: ReadonlyMap<number, number>;
};

/**
 * Imports the accounts and groups of a source; `importDatabaseRights` imports memberships and rights. An account or group keeps its id
 * if the id is free in this service. Data that contain ids of accounts, such as proposals, need the returned ids.
 * @param owner the connection to the database as the role of the migrations, which owns sequences
 * @throws ImportStopped in a strict import
 */
export async function importDatabaseAccounts(
  source: Source,
  context: ImportContext,
  owner: DataApi,
  { keepsMfaPasswords }: { readonly keepsMfaPasswords: boolean },
): Promise<{ readonly results: readonly ImportResult[]; readonly ids: ImportedIds }> {
  const { dataApi } = context;
  const { records, accountsWithSecondFactor } = await readSourceAccounts(source);
  const sourceRecords = readAccountRecords(records, sourceName);
  reportProblems(sourceName, sourceRecords.problems, context);
  const idsWithoutPassword = keepsMfaPasswords ? new Set<number>() : accountsWithSecondFactor;
  const plan = await compareAccounts(
    await adaptToStored(source, sourceRecords, idsWithoutPassword, context),
    (problems, file = sourceName) => reportProblems(file, problems, context),
    dataApi,
  );
  const writtenCounts = context.dryRun
    ? countPlannedRows(plan)
    : await writeAccounts(plan.groups, plan.accounts, dataApi, owner);
  const counts = countAccounts(plan, writtenCounts, sourceRecords.leftOut);
  return {
    results: [{ subject: 'Accounts', ...counts.accounts }, counts.groups],
    ids: await readIds(sourceRecords, dataApi),
  };
}

/** Adapts accounts and groups to the stored ones, and reports the differences. */
async function adaptToStored(
  source: Source,
  records: AccountsFile,
  idsWithoutPassword: ReadonlySet<number>,
  context: ImportContext,
): Promise<AccountRecords> {
  const { dataApi } = context;
  const storedGroups = await runQuery(dataApi.read, listStoredGroups());
  const groups = adaptGroups(records.groups, storedGroups);
  const storedAccounts = await readStoredAccounts(records.accounts, dataApi);
  const accounts = adaptAccounts(records.accounts, storedAccounts, idsWithoutPassword);
  const getGroupNames = await readGroupNames(source, storedGroups);
  const problems = [
    ...groups.problems,
    ...accounts.problems,
    ...makeExistingAccountWarnings(records.accounts, storedAccounts, getGroupNames),
  ];
  for (const { file, ...problem } of problems) reportProblems(file, [problem], context);
  return { accounts: accounts.accounts, groups: groups.groups };
}

/** Reads the memberships of a source. @returns a function that lists the groups of an account by their names in this service */
async function readGroupNames(
  source: Source,
  storedGroups: readonly StoredGroup[],
): Promise<(account: Pick<AccountRecord, 'id'>) => ReadonlySet<string>> {
  const { groups, users } = await readSourcePrincipals(source);
  const namesById = new Map(
    groups.map(({ id, name }) => [id, importedGroupName(name, storedGroups)]),
  );
  const namesByAccount = new Map(
    users.map((user) => [user.id, new Set(user.groups.flatMap((id) => namesById.get(id) ?? []))]),
  );
  return ({ id }) => (id === null ? undefined : namesByAccount.get(id)) ?? new Set();
}

/** Finds the accounts and groups of the source in this service by their names, and pairs their ids. */
async function readIds(
  records: Pick<AccountsFile, 'accounts' | 'groups'>,
  dataApi: DataApi,
): Promise<ImportedIds> {
  const stored = await readStoredAccounts(records.accounts, dataApi);
  const idsByName = new Map(stored.map(({ id, username }) => [username, id]));
  const groups = await runQuery(dataApi.read, listStoredGroups());
  const groupIdsByName = new Map(groups.map(({ id, name }) => [name, id]));
  return {
    accounts: pairIds(records.accounts.map(({ id, username }) => [id, idsByName.get(username)])),
    groups: pairIds(
      records.groups.map(({ id, name }) => [
        id,
        groupIdsByName.get(importedGroupName(name, groups)),
      ]),
    ),
  };
}

function pairIds(
  pairs: readonly (readonly [sourceId: number | null, storedId: number | undefined])[],
): ReadonlyMap<number, number> {
  return new Map(
    pairs.flatMap(([sourceId, storedId]) =>
      sourceId === null || storedId === undefined ? [] : [[sourceId, storedId]],
    ),
  );
}
