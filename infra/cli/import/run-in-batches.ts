import { splitIntoBatches } from '../../../lib/data-api/split-into-batches.ts';
import { runQuery, type Execute, type Query, type RowsQuery } from '../../../lib/data-api/query.ts';

/**
 * Writes rows, one statement per batch.
 * @param execute `write` of the Data API, or `execute` of a transaction
 * @param maxRows the maximum for one statement
 * @returns the total number of changes reported by the statements
 */
export async function writeInBatches<Row>(
  execute: Execute,
  rows: readonly Row[],
  maxRows: number,
  query: (rows: readonly Row[]) => RowsQuery<number>,
): Promise<number> {
  let changes = 0;
  for (const batch of splitIntoBatches(rows, maxRows)) {
    changes += await runQuery(execute, query(batch));
  }
  return changes;
}

/** Reads the rows for the items, one statement per batch. @returns the rows of all batches, in the order of the batches */
export async function readInBatches<Item, Row>(
  execute: Execute,
  items: readonly Item[],
  maxItems: number,
  query: (items: readonly Item[]) => Query<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const batch of splitIntoBatches(items, maxItems)) {
    // One call at a time, because a transaction allows only one.
    for (const row of await runQuery(execute, query(batch), 1)) rows.push(row);
  }
  return rows;
}
