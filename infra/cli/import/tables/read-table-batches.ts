import type { DataApi } from '../../../../lib/data-api/client.ts';
import { toFileProblem } from '../file-error.ts';
import type { RecordBatch } from '../resources/read-record-batches.ts';
import type { CheckCandidate } from '../resources/salvage.ts';
import type { CellSources } from '../csv/load-cells.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { TablePlan } from './mapping/table-plan.ts';
import { readFileRowGroups, type FileRowGroup } from './rows/read-row-groups.ts';
import { TableReader } from './table-reader.ts';
import type { RejectedRows } from './rejected/rejected-rows.ts';

/** What the rows of tables are read with. */
export type TableContext = CellSources & {
  readonly dataApi: DataApi;
  /** The database with the rights of its owner, for the transformation of coordinates. */
  readonly owner: Pick<DataApi, 'read'>;
  readonly graph: CompiledGraph;
  readonly timeZone: string | null;
  /** Receives the rows that cannot be imported as a whole. */
  readonly rejected: RejectedRows;
  /** Receives what identifies the records of a table, because cells may refer to rows that follow. */
  readonly addKeys: (keys: ReadonlySet<string>) => void;
  /** The tables of the file, of which nodegroups have tables of their own. */
  readonly plans: readonly TablePlan[];
};

/** The records of one transaction, and the number of rows with errors. */
export type TableBatch = RecordBatch & { rows: number; faultyRows: number };

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
