import type { DataApi, Transaction } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { nilUuid } from '../../lib/model/ids.ts';
import {
  listStaleResults,
  lockMigrations,
  markResultStale,
  recordRebuildProgress,
} from './queries/schema.ts';
import type { StoredResult } from './stored-results.ts';

/** Rebuilds stored results in this transaction. Results that are rebuilt in batches are marked as stale instead. */
export async function startRebuild(
  { execute }: Transaction,
  results: readonly StoredResult[],
): Promise<void> {
  for (const { name, rebuild = [], rebuildBatch } of results) {
    for (const statement of rebuild) await execute(statement);
    if (rebuildBatch !== undefined) await execute(markResultStale(name));
  }
}

/**
 * Rebuilds stale results, each batch in its own transaction, so that no call takes long and the next run continues an
 * interrupted one. Marks of results that this version of the code does not have are deleted.
 */
export async function rebuildStaleResults(
  owner: DataApi,
  results: readonly StoredResult[],
): Promise<void> {
  while (await owner.transaction((transaction) => rebuildNextBatch(transaction, results)));
}

/** Rebuilds the next batch of a stale result. @returns false if no result is stale */
async function rebuildNextBatch(
  { execute }: Transaction,
  results: readonly StoredResult[],
): Promise<boolean> {
  await execute(lockMigrations);
  const [staleResult] = await runQuery(execute, listStaleResults());
  if (staleResult === undefined) return false;
  const rebuildBatch = results.find(({ name }) => name === staleResult.name)?.rebuildBatch;
  let lastKey: string | undefined;
  for (const statement of rebuildBatch?.(staleResult.doneTo ?? nilUuid) ?? []) {
    const [row] = await execute(statement);
    lastKey = typeof row?.[0] === 'string' ? row[0] : undefined;
  }
  await execute(recordRebuildProgress(staleResult.name, lastKey));
  return true;
}
