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
  while ((await rebuildNextBatch(owner, results, () => true)) !== undefined);
}

/**
 * Rebuilds one result if it is stale, each batch in its own transaction.
 * @param onBatch called with the number of keys of each batch
 */
export async function rebuildStaleResult(
  owner: DataApi,
  result: StoredResult,
  onBatch: (keys: number) => void,
): Promise<void> {
  const isResult = (name: string): boolean => name === result.name;
  for (;;) {
    const keys = await rebuildNextBatch(owner, [result], isResult);
    if (keys === undefined) return;
    onBatch(keys);
  }
}

/** Rebuilds the next batch of the first stale result that is selected. @returns the number of its keys, undefined if none is stale */
async function rebuildNextBatch(
  owner: DataApi,
  results: readonly StoredResult[],
  isSelected: (name: string) => boolean,
): Promise<number | undefined> {
  return owner.transaction(async (transaction) => rebuildBatchOf(transaction, results, isSelected));
}

async function rebuildBatchOf(
  { execute }: Transaction,
  results: readonly StoredResult[],
  isSelected: (name: string) => boolean,
): Promise<number | undefined> {
  await execute(lockMigrations);
  const staleResults = await runQuery(execute, listStaleResults());
  const staleResult = staleResults.find(({ name }) => isSelected(name));
  if (staleResult === undefined) return undefined;
  const rebuildBatch = results.find(({ name }) => name === staleResult.name)?.rebuildBatch;
  let lastKey: string | undefined;
  let keys = 0;
  for (const statement of rebuildBatch?.(staleResult.doneTo ?? nilUuid) ?? []) {
    const [row] = await execute(statement);
    lastKey = typeof row?.[0] === 'string' ? row[0] : undefined;
    keys = Number(row?.[1] ?? 0);
  }
  await execute(recordRebuildProgress(staleResult.name, lastKey));
  return keys;
}
