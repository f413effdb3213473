import { toFileProblem } from '../file-error.ts';
import type { CheckCandidate } from '../resources/salvage.ts';
import type { TablePlan } from './mapping/table-plan.ts';
import { readFileRowGroups, type FileRowGroup } from './rows/read-row-groups.ts';
import type { TableBatch, TableContext } from './table-context.ts';
import { TableReader } from './table-reader.ts';

const recordsPerTransaction = 1000;
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
  let groups: FileRowGroup[] = [];
  let rows = 0;
  let keys = new Set<string>();
  const takeBatch = async (): Promise<TableBatch> => {
    const batch = await reader.readBatch(groups, check);
    groups = [];
    rows = 0;
    keys = new Set();
    return batch;
  };
  try {
    for await (const group of readFileRowGroups(plan)) {
      // A second group of the same record adds to the first one, which must be written in an earlier batch.
      if (keys.has(group.key)) yield takeBatch();
      keys.add(group.key);
      groups.push(group);
      rows += group.rows.length;
      if (groups.length >= recordsPerTransaction || rows >= rowsPerTransaction) yield takeBatch();
    }
  } catch (error) {
    const fileProblem = toFileProblem(error);
    const batch = await takeBatch();
    const message = `${fileProblem.message}. The rest of the file was not read.`;
    batch.problems.push({ ...fileProblem, message });
    yield batch;
    return;
  }
  yield takeBatch();
}
