import type { DataApi } from '../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import type { StatementReader } from '../../../../lib/data-api/chunks.ts';

/**
 * Does some work on the database as it is at one moment, however long the work takes. The Data API
 * ends the transaction after a break of three minutes between two reads.
 * @throws the errors of the work and of the Data API
 */
export async function readSnapshot<Result>(
  dataApi: DataApi,
  work: (snapshot: StatementReader) => Promise<Result>,
): Promise<Result> {
  return dataApi.transaction(async ({ execute }) => {
    await execute(rawSql('set transaction isolation level repeatable read, read only'));
    let last: Promise<unknown> = Promise.resolve();
    return work({
      // A transaction runs its statements one after the other.
      read: (statement) => {
        const rows = last.then(() => execute(statement));
        last = rows.catch(() => undefined);
        return rows;
      },
    });
  });
}
