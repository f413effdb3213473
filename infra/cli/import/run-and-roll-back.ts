import type { DataApi, Transaction } from '../../../lib/data-api/client.ts';

/** Ends a transaction whose changes must not be stored. */
class RolledBack extends Error {}

/** Runs a function in a transaction that is always rolled back. @throws the error of the function */
export async function runAndRollBack<Result>(
  dataApi: DataApi,
  action: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let result: { readonly value: Result } | undefined;
  try {
    await dataApi.transaction(async (transaction) => {
      result = { value: await action(transaction) };
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack && result !== undefined) return result.value;
    throw error;
  }
  throw new Error('The transaction was not rolled back.');
}
