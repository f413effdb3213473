import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { listStoredGroups, type StoredGroup } from '../../../../queries/write-accounts.ts';
import type { AccountRecord } from '../../accounts/account-records.ts';
import {
  compareAccounts,
  readStoredAccounts,
  type AccountRecords,
} from '../../accounts/compare-accounts.ts';
import { countAccounts } from '../../accounts/count-accounts.ts';
import { readAccountRecords, type AccountsFile } from '../../accounts/read-accounts.ts';
import { noWrittenRows, writeAccounts } from '../../accounts/write-accounts.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import type { ImportResult } from '../../import-summary.ts';
import { readSourcePrincipals } from '../rights/read-source-principals.ts';
import type { Source } from '../source.ts';
import { adaptAccounts, adaptGroups, groupNameHere } from './adapt-accounts.ts';
import { describeExistingAccounts } from './existing-accounts.ts';
import { readSourceAccounts } from './read-source-accounts.ts';

/** The name of the source in reports. */
export const sourceName = 'database';

/** Ids here of the accounts and groups of a source, by their ids there. A dry run lacks those that do not exist yet. */
export type ImportedIds = {
  readonly accounts: ReadonlyMap<number, number>;
  readonly groups: ReadonlyMap<number, number>;
};

/**
 * Imports the accounts and groups of a source, without memberships and rights, which come with `importDatabaseRights`. An account or group
 * keeps its id unless the id is taken here. Data that name accounts by id, such as proposals, need the returned ids.
 * @param owner the database as the role of the migrations, which owns sequences
 * @throws ImportStopped in a strict import
 */
export async function importDatabaseAccounts(
  source: Source,
  context: ImportContext,
  owner: DataApi,
  { keepsMfaPasswords }: { readonly keepsMfaPasswords: boolean },
): Promise<{ readonly results: readonly ImportResult[]; readonly ids: ImportedIds }> {
  const { dataApi } = context;
  const { records, withSecondFactor } = await readSourceAccounts(source);
  const read = readAccountRecords(records, sourceName);
  reportProblems(sourceName, read.problems, context);
  const withoutPassword = keepsMfaPasswords ? new Set<number>() : withSecondFactor;
  const plan = await compareAccounts(
    await adaptToStored(source, read, withoutPassword, context),
    (problems, file = sourceName) => reportProblems(file, problems, context),
    dataApi,
  );
  const written = context.dryRun
    ? noWrittenRows
    : await writeAccounts(plan.groups, plan.accounts, dataApi, owner);
  const counts = countAccounts(plan, written, read.leftOut);
  return {
    results: [{ subject: 'Accounts', ...counts.accounts }, counts.groups],
    ids: await readIds(read, dataApi),
  };
}

/** Fits accounts and groups to those here, and reports what differs. */
async function adaptToStored(
  source: Source,
  read: AccountsFile,
  withoutPassword: ReadonlySet<number>,
  context: ImportContext,
): Promise<AccountRecords> {
  const { dataApi } = context;
  const storedGroups = await runQuery(dataApi.read, listStoredGroups());
  const groups = adaptGroups(read.groups, storedGroups);
  const storedAccounts = await readStoredAccounts(read.accounts, dataApi);
  const accounts = adaptAccounts(read.accounts, storedAccounts, withoutPassword);
  const groupNamesOf = await readGroupNames(source, storedGroups);
  const problems = [
    ...groups.problems,
    ...accounts.problems,
    ...describeExistingAccounts(read.accounts, storedAccounts, groupNamesOf),
  ];
  for (const { file, ...problem } of problems) reportProblems(file, [problem], context);
  return { accounts: accounts.accounts, groups: groups.groups };
}

/** Reads the groups of the accounts of a source. @returns a function that returns the names here of the groups of an account */
async function readGroupNames(
  source: Source,
  storedGroups: readonly StoredGroup[],
): Promise<(account: Pick<AccountRecord, 'id'>) => ReadonlySet<string>> {
  const { groups, users } = await readSourcePrincipals(source);
  const nameById = new Map(groups.map(({ id, name }) => [id, groupNameHere(name, storedGroups)]));
  const namesByAccount = new Map(
    users.map((user) => [user.id, new Set(user.groups.flatMap((id) => nameById.get(id) ?? []))]),
  );
  return ({ id }) => (id === null ? undefined : namesByAccount.get(id)) ?? new Set();
}

/** Reads the ids here of accounts and groups of the source, by their names. */
async function readIds(
  read: Pick<AccountsFile, 'accounts' | 'groups'>,
  dataApi: DataApi,
): Promise<ImportedIds> {
  const stored = await readStoredAccounts(read.accounts, dataApi);
  const idByName = new Map(stored.map(({ id, username }) => [username, id]));
  const groups = await runQuery(dataApi.read, listStoredGroups());
  const groupIdByName = new Map(groups.map(({ id, name }) => [name, id]));
  return {
    accounts: pairIds(read.accounts.map(({ id, username }) => [id, idByName.get(username)])),
    groups: pairIds(
      read.groups.map(({ id, name }) => [id, groupIdByName.get(groupNameHere(name, groups))]),
    ),
  };
}

function pairIds(
  pairs: readonly (readonly [there: number | null, here: number | undefined])[],
): ReadonlyMap<number, number> {
  return new Map(
    pairs.flatMap(([there, here]) => (there === null || here === undefined ? [] : [[there, here]])),
  );
}
