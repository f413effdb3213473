import type { DataApi } from '../../../../lib/data-api/client.ts';
import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { insertGroups, mergeAccounts, reserveIds } from '../../../queries/write-accounts.ts';
import { writeBatches } from '../write-batches.ts';
import type { AccountPlan } from './plan-accounts.ts';
import type { GroupPlan } from './plan-groups.ts';

const rowsPerStatement = 1000;

/** The numbers of written rows, before any row is written. */
export const noAccountWrites = { created: 0, givenPassword: 0, groupsCreated: 0 };

/**
 * Writes accounts and groups in one transaction.
 * @param owner the database as the role of the migrations, which owns sequences
 */
export async function writeAccounts(
  groups: GroupPlan,
  plan: AccountPlan,
  data: DataApi,
  owner: DataApi,
): Promise<typeof noAccountWrites> {
  await owner.write(
    reserveIds(
      largest(plan.created.map((row) => row.account_id)),
      largest(groups.rows.map((row) => row.account_group_id)),
    ),
  );
  return data.transaction(async ({ execute }) => {
    const groupsCreated = await writeBatches(execute, groups.rows, rowsPerStatement, insertGroups);
    const written = { ...noAccountWrites, groupsCreated };
    const accounts = [...plan.created, ...plan.givenPassword];
    for (const batch of splitIntoBatches(accounts, rowsPerStatement)) {
      const merged = await runQuery(execute, mergeAccounts(batch));
      written.created += merged.created;
      written.givenPassword += merged.givenPassword;
    }
    return written;
  });
}

function largest(ids: readonly (number | null)[]): number {
  return ids.reduce<number>((max, id) => Math.max(max, id ?? 0), 0);
}
