import type { DataApi } from '../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import type { StatementReader } from '../../../../lib/data-api/chunks.ts';

/**
 * Runs a task that reads one snapshot of the database, however long the task takes. The Data API
 * ends the transaction if more than three minutes pass between two reads.
 * @throws the errors of the task and of the Data API
 */
export async function readSnapshot<Result>(
  dataApi: DataApi,
  task: (snapshot: StatementReader) => Promise<Result>,
): Promise<Result> {
  return dataApi.transaction(async ({ execute }) => {
    await execute(rawSql('set transaction isolation level repeatable read, read only'));
    let previousRead: Promise<unknown> = Promise.resolve();
    return task({
      // A transaction cannot run two statements at once, so each read waits for the one before.
      read: (statement) => {
        const rows = previousRead.then(() => execute(statement));
        previousRead = rows.catch(() => undefined);
        return rows;
      },
    });
  });
}
