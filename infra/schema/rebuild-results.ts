import type { DataApi, Transaction } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { nilUuid } from '../../lib/model/ids.ts';
import {
  lockMigrations,
  markResultStale,
  recordRebuilt,
  listStaleResults,
} from '../queries/schema.ts';
import type { StoredResult } from './stored-results.ts';

/** Makes stored results anew: at once what can be, and remembers the others. */
export async function startRebuild(
  { execute }: Transaction,
  results: readonly StoredResult[],
): Promise<void> {
  for (const { name, rebuild: atOnce = [], rebuildInBatches: inBatches } of results) {
    for (const statement of atOnce) await execute(statement);
    if (inBatches !== undefined) await execute(markResultStale(name));
  }
}

/**
 * Makes anew what is remembered, a batch in each transaction, so that no call takes long and a run that was broken off is continued by the next. What
 * no version makes any more is forgotten.
 * @param results that this version of the code knows
 */
export async function rebuildStaleResults(
  owner: DataApi,
  results: readonly StoredResult[],
): Promise<void> {
  while (await owner.transaction((transaction) => remakeBatch(transaction, results)));
}

/** @returns whether there was something left to do */
async function remakeBatch(
  { execute }: Transaction,
  results: readonly StoredResult[],
): Promise<boolean> {
  await execute(lockMigrations);
  const [stale] = await runQuery(execute, listStaleResults());
  if (stale === undefined) return false;
  const batches = results.find(({ name }) => name === stale.name)?.rebuildInBatches;
  let end: string | undefined;
  for (const statement of batches?.batch(stale.doneTo ?? nilUuid) ?? []) {
    const [row] = await execute(statement);
    end = typeof row?.[0] === 'string' ? row[0] : undefined;
  }
  await execute(recordRebuilt(stale.name, end));
  return true;
}
