import { settings } from '../../../../lib/settings.ts';
import { CommandError } from '../../command-error.ts';
import { FirstRecords } from '../first-records.ts';
import type { ImportContext } from '../import-context.ts';
import { importWarning } from '../import-problems.ts';
import { listDistinctFiles } from '../read-batches.ts';
import type { RecordBatch } from '../resources/read-record-batches.ts';
import type { RecordCandidate, SalvageResult } from '../resources/salvage.ts';
import { ConceptLookup } from './concept-lookup.ts';
import { CsvBesideJson, type BusinessDataChoice } from './csv-beside-json.ts';
import { findCsvGraphId, isCsvFile, readCsvBatches, type CsvContext } from './read-csv-batches.ts';
import { addConcepts } from '../concepts/import-concepts.ts';
import { MissingConcepts } from './missing-concepts.ts';
import { describeMissingConcepts, writeMissingConcepts } from './missing-concepts-file.ts';
import { LegacyIdsOfRun } from './legacy-ids-of-run.ts';
import { NamedResources } from './named-resources.ts';
import { readRowKeys } from './read-rows.ts';
import { ScatteredRows } from './scattered-rows.ts';

/** Reads the CSV files of an import of resource instances, and decides which JSON records are imported beside them. */
export class CsvSource {
  readonly #choice: BusinessDataChoice;
  readonly #context: CsvContext;
  readonly #check: (candidate: RecordCandidate) => SalvageResult;
  /** Undefined if there is only JSON or only CSV, or only one of them is imported. */
  readonly #besideJson: CsvBesideJson | undefined;
  /** The ids of models whose JSON is not imported. */
  readonly #csvGraphIds = new Set<string>();
  readonly #firstRecords = new FirstRecords();
  readonly #importContext: ImportContext;
  #rowCount = 0;
  #faultyRowCount = 0;

  /** @param check compares a record with its model */
  constructor(
    files: readonly string[],
    context: ImportContext,
    models: Pick<CsvContext, 'graphs' | 'languages'>,
    choice: BusinessDataChoice,
    check: (candidate: RecordCandidate) => SalvageResult,
  ) {
    const { dataApi, language, dryRun, encoding } = context;
    const legacyIds = new LegacyIdsOfRun();
    const keySources = listDistinctFiles(files.filter(isCsvFile)).map((file) => ({
      keys: () => readRowKeys(file, encoding),
      onKeys: async (keys: ReadonlySet<string>) => {
        const graphId = await findCsvGraphId(file, models);
        if (graphId !== undefined) legacyIds.add(graphId, keys);
      },
    }));
    this.#context = {
      ...models,
      dataApi,
      language,
      dryRun,
      encoding,
      timeZone: settings().timeZone,
      concepts: new ConceptLookup(dataApi, language),
      resources: new NamedResources(dataApi, legacyIds),
      missingConcepts: new MissingConcepts(),
      createConcepts:
        context.createsConcepts === true ? (turtle) => addConcepts(turtle, context) : undefined,
      scatteredRows: new ScatteredRows(keySources),
    };
    this.#importContext = context;
    this.#choice = choice;
    this.#check = check;
    if (choice === 'both' && context.salvage) {
      const message =
        'Use either --business-data both or --salvage. A salvaged record would lose the values that the CSV adds.';
      throw new CommandError('both_and_salvage', message);
    }
    const hasBoth = files.some(isCsvFile) && !files.every(isCsvFile);
    this.#besideJson =
      hasBoth && choice !== 'csv' && choice !== 'json'
        ? new CsvBesideJson(choice, this.#context)
        : undefined;
  }

  /** Reads what must be known before the first record: the CSV files beside JSON, or the models of the CSV files. */
  async loadBeforeReading(files: readonly string[]): Promise<void> {
    const csvFiles = listDistinctFiles(files.filter(isCsvFile));
    await this.#besideJson?.load(csvFiles, this.#check);
    if (this.#choice !== 'csv') return;
    for (const file of csvFiles) {
      const graphId = await findCsvGraphId(file, this.#context);
      if (graphId !== undefined) this.#csvGraphIds.add(graphId);
    }
  }

  /** Reads a CSV file. Must be called after all JSON files are read. */
  async *readFile(file: string): AsyncGenerator<RecordBatch> {
    const batches =
      this.#besideJson?.readRest(file) ?? readCsvBatches(file, this.#context, this.#check);
    for await (const batch of batches) {
      this.#rowCount += batch.rows;
      this.#faultyRowCount += batch.faultyRows;
      for (const { record } of batch.records) this.#firstRecords.add(record);
      yield batch;
    }
  }

  /** Adds to a JSON record the values that only the CSV has, if both are imported. */
  mergeWithCsv(candidate: RecordCandidate): RecordCandidate {
    return this.#besideJson?.mergeWithCsv(candidate) ?? candidate;
  }

  /** Leaves out the JSON records of models whose CSV is imported instead, with a warning. */
  async *filterJson(batches: AsyncIterable<RecordBatch>): AsyncGenerator<RecordBatch> {
    let skipped = 0;
    for await (const batch of batches) {
      const records = batch.records.filter(
        ({ record }) => !this.#csvGraphIds.has(record.resource.graph_id),
      );
      skipped += batch.records.length - records.length;
      yield { ...batch, records };
    }
    if (skipped === 0) return;
    const message = `JSON records that were not imported, because the CSV of their models was: ${skipped}. Use --business-data both to import both.`;
    const problems = [importWarning('json_not_taken', message)];
    yield { records: [], problems, size: 0, leftOut: 0, omitted: { tiles: 0, values: 0 } };
  }

  /** Formats lines for the summary: the number of rows, and in a dry run the first records. */
  async notes(): Promise<readonly string[]> {
    if (this.#rowCount === 0) return [];
    const { graphs, concepts, dataApi, language, dryRun } = this.#context;
    const records = dryRun
      ? await this.#firstRecords.describe(graphs, concepts, dataApi, language)
      : [];
    return [
      `Rows of CSV: ${this.#rowCount} read, ${this.#faultyRowCount} with errors`,
      ...describeMissingConcepts(this.#context.missingConcepts, this.#importContext),
      ...(records.length > 0 ? ['The first records of the CSV:', ...records] : []),
    ];
  }

  /** Writes the labels without a concept to the file of `--missing-concepts`, if there are any. */
  async writeMissingConcepts(): Promise<void> {
    await writeMissingConcepts(this.#context.missingConcepts, this.#importContext);
  }
}
