import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { ImportContext } from '../import-context.ts';
import { runImporter } from '../run-importer.ts';
import { compareAccounts, type AccountRecords, type AccountsPlan } from './compare-accounts.ts';
import { countAccounts } from './count-accounts.ts';
import { readAccountsFile } from './read-accounts.ts';
import { noWrittenRows, writeAccounts } from './write-accounts.ts';

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
      check: (read, { report }) => compareAccounts(read, report, context.dataApi),
      write: async (plan: AccountsPlan) => {
        if (!context.dryRun) {
          written = await writeAccounts(plan.groups, plan.accounts, context.dataApi, owner);
        }
        result = accountsResult(plan, written, leftOut);
      },
      result: () => result,
    },
    files,
    context,
  );
}

function accountsResult(
  plan: AccountsPlan | undefined,
  written: typeof noWrittenRows,
  leftOutBefore: number,
) {
  const { created = [], unchanged = 0 } = plan?.accounts ?? {};
  const counts = countAccounts(plan, written, leftOutBefore);
  const administrators = created
    .filter(
      (row) =>
        row.is_administrator || row.groups.some((name) => plan?.groups.administrators.has(name)),
    )
    .map(({ username }) => username);
  return {
    ...counts.accounts,
    administrators,
    groups: counts.groups,
    notes: [
      ...(unchanged > 0 ? ['Stored accounts stay as they are, with their passwords.'] : []),
      ...(administrators.length > 0
        ? [`New accounts that may do everything: ${administrators.join(', ')}`]
        : []),
    ],
  };
}
