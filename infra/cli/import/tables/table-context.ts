import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { CellSources } from '../csv/load-cells.ts';
import type { RecordBatch } from '../resources/read-record-batches.ts';
import type { TablePlan } from './mapping/table-plan.ts';
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
