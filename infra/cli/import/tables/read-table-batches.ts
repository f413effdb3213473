import { batchRowGroups } from '../resources/batch-row-groups.ts';
import type { CheckCandidate } from '../resources/salvage.ts';
import type { TablePlan } from './mapping/table-plan.ts';
import { readFileRowGroups } from './rows/read-row-groups.ts';
import type { TableBatch, TableContext } from './table-context.ts';
import { TableReader } from './table-reader.ts';

const rowsPerTransaction = 5000;

/**
 * Streams a table in batches for one transaction each.
 * @param check returns the valid part of a record
 * @throws FileFormatError if the table cannot be read at all
 */
export async function* readTableBatches(
  plan: TablePlan,
  context: TableContext,
  check: CheckCandidate,
): AsyncGenerator<TableBatch> {
  const reader = await TableReader.open(plan, context);
  yield* batchRowGroups(readFileRowGroups(plan), {
    keyOf: ({ key }) => key,
    readBatch: async (groups) => reader.readBatch(groups, check),
    rowsPerTransaction,
  });
}
