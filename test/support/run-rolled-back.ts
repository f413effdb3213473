import type { DataApi, Transaction } from '../../lib/data-api/client.ts';

class RollBack extends Error {}

/**
 * Runs work in a transaction that is rolled back afterwards.
 * @returns the result of the work
 */
export async function runRolledBack<Result>(
  dataApi: DataApi,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = [];
  const transaction = dataApi.transaction(async (openTransaction) => {
    results.push(await work(openTransaction));
    throw new RollBack();
  });
  await transaction.catch((error: unknown) => {
    if (!(error instanceof RollBack)) throw error;
  });
  const [result] = results;
  if (result === undefined) throw new Error('The transaction has no result.');
  return result;
}
