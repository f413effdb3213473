import type { DataApi } from '../../../../lib/data-api/client.ts';
import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { Statement } from '../../../../lib/data-api/sql.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { insertGroups, mergeAccounts, reserveIds } from './queries/write-accounts.ts';
import { writeInBatches } from '../run-in-batches.ts';
import type { AccountPlan } from './plan-accounts.ts';
import type { GroupPlan } from './plan-groups.ts';

const rowsPerStatement = 1000;

/** The counts of written rows before any row is written. */
export const noWrittenRows = { created: 0, withAddedPassword: 0, groupsCreated: 0 };

/**
 * Writes accounts and groups in one transaction.
 * @param owner the connection to the database as the role of the migrations, which owns sequences
 * @param toRecord creates the statement that records the import, if it changes anything
 */
export async function writeAccounts(
  groups: GroupPlan,
  plan: AccountPlan,
  dataApi: DataApi,
  owner: DataApi,
  toRecord?: (counts: typeof noWrittenRows) => Statement,
): Promise<typeof noWrittenRows> {
  await owner.write(
    reserveIds(
      findMaxId(plan.created.map((row) => row.account_id)),
      findMaxId(groups.rows.map((row) => row.account_group_id)),
    ),
  );
  return dataApi.transaction(async ({ execute }) => {
    const groupsCreated = await writeInBatches(
      execute,
      groups.rows,
      rowsPerStatement,
      insertGroups,
    );
    const writtenCounts = { ...noWrittenRows, groupsCreated };
    const accounts = [...plan.created, ...plan.withAddedPassword];
    for (const batch of splitIntoBatches(accounts, rowsPerStatement)) {
      const merged = await runQuery(execute, mergeAccounts(batch));
      writtenCounts.created += merged.created;
      writtenCounts.withAddedPassword += merged.withAddedPassword;
    }
    const isChanged = Object.values(writtenCounts).some((count) => count > 0);
    if (toRecord !== undefined && isChanged) await execute(toRecord(writtenCounts));
    return writtenCounts;
  });
}

function findMaxId(ids: readonly (number | null)[]): number {
  return ids.reduce<number>((max, id) => Math.max(max, id ?? 0), 0);
}
