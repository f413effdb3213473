import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import {
  findStoredAccounts,
  findStoredGroups,
  insertGroups,
  mergeAccounts,
  reserveIds,
  type StoredAccount,
} from '../../../queries/write-accounts.ts';
import type { AccountRecord } from './account-records.ts';
import { readAccountsFile, type AccountsFile } from './read-accounts.ts';
import { planGroups, type GroupPlan } from './plan-groups.ts';
import { planAccounts, type AccountPlan } from './plan-accounts.ts';
import { removeRepeatedRecords } from './repeated-records.ts';
import { readOrReport, reportProblems, type ImportContext } from '../import-context.ts';
import { skipRepeatedFiles } from '../skip-repeated-files.ts';

/** What an import of accounts met and changed. */
export type AccountsImported = {
  readonly created: number;
  /** Accounts that were there without a password, and took one. */
  readonly givenPassword: number;
  readonly unchanged: number;
  readonly leftOut: number;
  readonly groupsCreated: number;
  /** Usernames of accounts that may do everything, new ones and those that would be. */
  readonly administrators: readonly string[];
};

const accountsPerStatement = 1000;

/**
 * Imports accounts and groups. The files are taken together, since accounts name groups of other files, and go in by one
 * transaction. What is there stays as it is: a second run changes nothing.
 * @param files paths; one that cannot be read is reported and left out
 * @param owner the database as the role that migrates, which sequences belong to
 * @throws ImportStopped in a strict import
 */
export async function importAccounts(
  files: readonly string[],
  context: ImportContext,
  owner: DataApi,
): Promise<AccountsImported> {
  const step = context.progress.begin('Accounts', files.length);
  const read: AccountsFile[] = [];
  for (const file of skipRepeatedFiles(files, context)) {
    const found = await readOrReport(file, context, () => readAccountsFile(file));
    if (found !== undefined) {
      reportProblems(file, found.problems, context);
      read.push(found);
    }
    step.advance(1);
  }
  const accounts = removeRepeatedRecords(
    read.flatMap((file) => file.accounts),
    ({ username }) => username,
  );
  const groupsOfFiles = removeRepeatedRecords(
    read.flatMap((file) => file.groups),
    ({ name }) => name,
  );
  const found = accounts.distinct;
  const groups = planGroups(
    groupsOfFiles.distinct,
    await runQuery(context.data.read, findStoredGroups()),
  );
  const plan = planAccounts(found, await storedAccounts(found, context.data), groups);
  const all = [groupsOfFiles, accounts, groups, plan].flatMap(({ problems }) => problems);
  for (const { file, ...problem } of all) {
    reportProblems(file, [problem], context);
  }
  const written = context.dryRun ? nothing : await write(groups, plan, context.data, owner);
  step.done(
    `${plan.created.length} to make, ${plan.unchanged + plan.givenPassword.length} there already`,
  );
  return {
    ...written,
    unchanged: plan.unchanged,
    leftOut: plan.leftOut + read.reduce((sum, file) => sum + file.leftOut, 0),
    administrators: administratorsAmong(plan, groups),
  };
}

type Written = Pick<AccountsImported, 'created' | 'givenPassword' | 'groupsCreated'>;

const nothing: Written = { created: 0, givenPassword: 0, groupsCreated: 0 };

async function storedAccounts(
  found: readonly AccountRecord[],
  data: DataApi,
): Promise<readonly StoredAccount[]> {
  const stored: StoredAccount[] = [];
  const identities = found.map(({ id, username, email }) => ({ id, username, email }));
  for (const batch of splitIntoBatches(identities, accountsPerStatement)) {
    stored.push(...(await runQuery(data.read, findStoredAccounts(batch))));
  }
  return stored;
}

async function write(
  groups: GroupPlan,
  plan: AccountPlan,
  data: DataApi,
  owner: DataApi,
): Promise<Written> {
  await owner.write(
    reserveIds(
      largest(plan.created.map((row) => row.account_id)),
      largest(groups.rows.map((row) => row.account_group_id)),
    ),
  );
  return await data.transaction(async (transaction) => {
    let [groupsCreated, created, givenPassword] = [0, 0, 0];
    for (const batch of splitIntoBatches(groups.rows, accountsPerStatement)) {
      groupsCreated += await runQuery(transaction.execute, insertGroups(batch));
    }
    const accounts = [...plan.created, ...plan.givenPassword];
    for (const batch of splitIntoBatches(accounts, accountsPerStatement)) {
      const merged = await runQuery(transaction.execute, mergeAccounts(batch));
      created += merged.created;
      givenPassword += merged.givenPassword;
    }
    return { groupsCreated, created, givenPassword };
  });
}

function largest(ids: readonly (number | null)[]): number {
  return ids.reduce<number>((most, id) => Math.max(most, id ?? 0), 0);
}

function administratorsAmong(plan: AccountPlan, { administrators }: GroupPlan): readonly string[] {
  return plan.created
    .filter((row) => row.is_administrator || row.groups.some((name) => administrators.has(name)))
    .map(({ username }) => username);
}
