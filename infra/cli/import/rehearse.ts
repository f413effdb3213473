import type { DataApi, Transaction } from '../../../lib/data-api/client.ts';
import type { ImportContext } from './import-context.ts';
import type { ImportProblem } from './import-problems.ts';
import { runAndRollBack } from './run-and-roll-back.ts';

/**
 * Runs steps of an import as they run without `dryRun`, in one transaction that is rolled back, so that a dry run has their results and
 * problems. Only the sequences of ids go on, as in every transaction that is rolled back.
 * @rule Imports and exports: How does a dry run know what an import makes of accounts and rights?
 * @param owner the connection on which the steps run
 * @param steps receive a context that reads and writes in the transaction
 * @throws the errors of the steps
 */
export async function rehearse<Result>(
  owner: DataApi,
  context: ImportContext,
  steps: (context: ImportContext) => Promise<Result>,
): Promise<Result> {
  const reported: (readonly [file: string, problems: readonly ImportProblem[]])[] = [];
  const report: ImportContext['report'] = {
    ...context.report,
    add: (file, problems) => void reported.push([file, problems]),
  };
  try {
    return await runAndRollBack(owner, (transaction) => {
      // The transaction runs again after a conflict with another writer.
      reported.length = 0;
      return steps({ ...context, report, dataApi: createNestedDataApi(transaction) });
    });
  } finally {
    for (const [file, problems] of reported) context.report.add(file, problems);
  }
}

/** Creates a client whose calls, one at a time, are all in a transaction. Its own transactions are parts of it. */
function createNestedDataApi(transaction: Transaction): DataApi {
  let lastCall: Promise<unknown> = Promise.resolve();
  const execute: Transaction['execute'] = async (statement) => {
    const call = lastCall.then(() => transaction.execute(statement));
    lastCall = call.catch(() => undefined);
    return call;
  };
  return { read: execute, write: execute, transaction: async (work) => work({ execute }) };
}
