import { FirstRecords } from '../first-records.ts';
import type { ImportContext } from '../import-context.ts';
import type { RecordSource } from '../resources/import-record-batches.ts';
import type { RecordBatch } from '../resources/read-record-batches.ts';
import type { CheckCandidate } from '../resources/salvage.ts';
import { describeMissingConcepts, writeMissingConcepts } from '../csv/missing-concepts-file.ts';
import type { TablePlan } from './mapping/table-plan.ts';
import { readTableBatches } from './read-table-batches.ts';
import type { TableContext } from './table-context.ts';

/** The records of the tables of a file. */
export class TableSource implements RecordSource {
  readonly #plans: readonly TablePlan[];
  /** The tables of the file that are not read. */
  readonly #unmapped: readonly string[];
  readonly #tables: TableContext;
  readonly #context: ImportContext;
  readonly #check: CheckCandidate;
  readonly #firstRecords = new FirstRecords();
  #rows = 0;
  #faultyRows = 0;

  constructor(
    plans: readonly TablePlan[],
    unmapped: readonly string[],
    tables: TableContext,
    context: ImportContext,
    check: CheckCandidate,
  ) {
    this.#plans = plans;
    this.#unmapped = unmapped;
    this.#tables = tables;
    this.#context = context;
    this.#check = check;
  }

  async *read(): AsyncGenerator<RecordBatch> {
    for (const plan of this.#plans)
      for await (const batch of readTableBatches(plan, this.#tables, this.#check)) {
        this.#rows += batch.rows;
        this.#faultyRows += batch.faultyRows;
        for (const { record } of batch.records) this.#firstRecords.add(record);
        yield batch;
      }
  }

  /** Tables of nodegroups add tiles to the records of another table. */
  warnsOfAddedTiles(): boolean {
    return this.#plans.length === 1 && this.#plans[0]?.nodegroupId === null;
  }

  async finish(): Promise<readonly string[]> {
    const { concepts, missingConcepts, dataApi, graph, language, rejected } = this.#tables;
    await writeMissingConcepts(missingConcepts, this.#context);
    const rejectedLines = await rejected.finish();
    const records = this.#context.dryRun
      ? await this.#firstRecords.describe(
          new Map([[graph.graphId, graph]]),
          concepts,
          dataApi,
          language,
        )
      : [];
    return [
      `Rows: ${this.#rows} read, ${this.#faultyRows} with errors`,
      ...rejectedLines,
      ...this.#unmapped.map(
        (name) => `Not read: the table ${name}, which the mapping does not have`,
      ),
      ...describeMissingConcepts(missingConcepts, this.#context),
      ...(records.length > 0 ? ['The first records:', ...records] : []),
    ];
  }
}
