import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { findStoredAccounts, listStoredGroups } from '../../../queries/write-accounts.ts';
import type { ImportContext } from '../import-context.ts';
import { runImporter, type BatchContext } from '../run-importer.ts';
import { readInBatches } from '../run-in-batches.ts';
import { planAccounts, type AccountPlan } from './plan-accounts.ts';
import { planGroups, type GroupPlan } from './plan-groups.ts';
import { readAccountsFile, type AccountsFile } from './read-accounts.ts';
import { removeRepeatedRecords } from './repeated-records.ts';
import { noWrittenRows, writeAccounts } from './write-accounts.ts';

type AccountRecords = Pick<AccountsFile, 'accounts' | 'groups'>;
type Plan = { readonly accounts: AccountPlan; readonly groups: GroupPlan };

const accountsPerStatement = 1000;

/**
 * Imports accounts and groups. The files are imported together, because accounts name groups of other files, and in one
 * transaction. Stored accounts and groups stay as they are: importing the same files again changes nothing.
 * @param owner the database as the role of the migrations, which owns sequences
 * @throws ImportStopped in a strict import
 */
export async function importAccounts(
  files: readonly string[],
  context: ImportContext,
  owner: DataApi,
) {
  let leftOut = 0;
  let written = noWrittenRows;
  let result = accountsResult(undefined, written, leftOut);
  return runImporter(
    {
      subject: 'Accounts',
      async *read(file) {
        const { problems, ...read } = await readAccountsFile(file);
        leftOut += read.leftOut;
        yield { records: read, size: read.accounts.length, problems };
      },
      merge: (parts: readonly AccountRecords[]) => ({
        accounts: parts.flatMap(({ accounts }) => accounts),
        groups: parts.flatMap(({ groups }) => groups),
      }),
      check: (read, batch) => checkAccounts(read, batch, context.data),
      write: async (plan: Plan) => {
        if (!context.dryRun) {
          written = await writeAccounts(plan.groups, plan.accounts, context.data, owner);
        }
        result = accountsResult(plan, written, leftOut);
      },
      result: () => result,
    },
    files,
    context,
  );
}

/** Compares accounts and groups with each other and with those that are stored. */
async function checkAccounts(
  read: AccountRecords,
  { report }: BatchContext,
  data: DataApi,
): Promise<Plan> {
  const accountRecords = removeRepeatedRecords(read.accounts, ({ username }) => username);
  const groupRecords = removeRepeatedRecords(read.groups, ({ name }) => name);
  const storedGroups = await runQuery(data.read, listStoredGroups());
  const groups = planGroups(groupRecords.distinct, storedGroups);
  const lookups = accountRecords.distinct.map(({ id, username, email }) => ({
    id,
    username,
    email,
  }));
  const storedAccounts = await readInBatches(
    data.read,
    lookups,
    accountsPerStatement,
    findStoredAccounts,
  );
  const accounts = planAccounts(accountRecords.distinct, storedAccounts, groups);
  for (const { problems } of [groupRecords, accountRecords, groups, accounts]) {
    for (const { file, ...problem } of problems) report([problem], file);
  }
  return { accounts, groups };
}

function accountsResult(
  plan: Plan | undefined,
  written: typeof noWrittenRows,
  leftOutOfFiles: number,
) {
  const { created = [], withAddedPassword = [], unchanged = 0, leftOut = 0 } = plan?.accounts ?? {};
  const administrators = created
    .filter(
      (row) =>
        row.is_administrator || row.groups.some((name) => plan?.groups.administrators.has(name)),
    )
    .map(({ username }) => username);
  return {
    read: created.length + withAddedPassword.length + unchanged,
    created: written.created,
    updated: written.withAddedPassword,
    unchanged,
    leftOut: leftOut + leftOutOfFiles,
    administrators,
    groups: {
      subject: 'Groups',
      read: plan?.groups.count ?? 0,
      created: written.groupsCreated,
    },
    notes: [
      ...(unchanged > 0 ? ['Stored accounts stay as they are, with their passwords.'] : []),
      ...(administrators.length > 0
        ? [`New accounts that may do everything: ${administrators.join(', ')}`]
        : []),
    ],
  };
}
