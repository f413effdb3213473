import path from 'node:path';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { Statement } from '../../../../lib/data-api/sql.ts';
import { recordSummary } from '../../../../lib/queries/access-changes/change-query.ts';
import type { ImportContext } from '../import-context.ts';
import { runImporter } from '../run-importer.ts';
import { compareAccounts, type AccountRecords, type AccountsPlan } from './compare-accounts.ts';
import { countAccounts, countPlannedRows } from './count-accounts.ts';
import { readAccountsFile } from './read-accounts.ts';
import { noWrittenRows, writeAccounts } from './write-accounts.ts';

/**
 * Imports accounts and groups. All files are imported together in one transaction, because accounts may be in groups of other files. The
 * only change of a stored account or group is that an account without a password may get one. A repeated import changes nothing.
 * @param owner the connection to the database as the role of the migrations, which owns sequences
 * @throws ImportStopped in a strict import
 */
export async function importAccounts(
  files: readonly string[],
  context: ImportContext,
  owner: DataApi,
) {
  let leftOut = 0;
  let writtenCounts = noWrittenRows;
  let result = toResult(undefined, writtenCounts, leftOut);
  return runImporter(
    {
      subject: 'Accounts',
      async *read(file) {
        const { problems, ...records } = await readAccountsFile(file);
        leftOut += records.leftOut;
        yield { records, size: records.accounts.length, problems };
      },
      merge: (parts: readonly AccountRecords[]) => ({
        accounts: parts.flatMap(({ accounts }) => accounts),
        groups: parts.flatMap(({ groups }) => groups),
      }),
      check: (records, { report }) => compareAccounts(records, report, context.dataApi),
      write: async (plan: AccountsPlan) => {
        writtenCounts = context.dryRun
          ? countPlannedRows(plan)
          : await writeAccounts(plan.groups, plan.accounts, context.dataApi, owner, (counts) =>
              recordImport(files, plan, counts, context),
            );
        result = toResult(plan, writtenCounts, leftOut);
      },
      result: () => result,
    },
    files,
    context,
  );
}

function recordImport(
  files: readonly string[],
  plan: AccountsPlan,
  { created, withAddedPassword, groupsCreated }: typeof noWrittenRows,
  { operator }: Pick<ImportContext, 'operator'>,
): Statement {
  const fileNames = files.map((file) => path.basename(file)).join(', ');
  return recordSummary('accounts-imported', operator, fileNames, {
    accounts: created,
    administrators: listNewAdministrators(plan),
    passwords: withAddedPassword,
    groups: groupsCreated,
  });
}

function listNewAdministrators({ accounts, groups }: AccountsPlan): readonly string[] {
  return accounts.created
    .filter(
      (row) => row.is_administrator || row.groups.some((name) => groups.administrators.has(name)),
    )
    .map(({ username }) => username);
}

function toResult(
  plan: AccountsPlan | undefined,
  writtenCounts: typeof noWrittenRows,
  leftOutBefore: number,
) {
  const counts = countAccounts(plan, writtenCounts, leftOutBefore);
  const unchanged = plan?.accounts.unchanged ?? 0;
  const administrators = plan === undefined ? [] : listNewAdministrators(plan);
  return {
    ...counts.accounts,
    administrators,
    groups: counts.groups,
    notes: [
      ...(unchanged > 0 ? ['Stored accounts and their passwords were not changed.'] : []),
      ...(administrators.length > 0 ? [`New administrators: ${administrators.join(', ')}`] : []),
    ],
  };
}
