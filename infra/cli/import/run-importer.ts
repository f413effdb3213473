import { BatchTurn, overlapBatches } from './batch-turn.ts';
import { reportProblems, type ImportContext } from './import-context.ts';
import type { ImportProblem } from './import-problems.ts';
import { formatResultWithoutSubject, type ImportResult } from './import-summary.ts';
import { readBatches, type BatchReader, type FileBatch } from './read-batches.ts';
import { ReadingProgress } from './reading-progress.ts';
import { readOneAhead } from '../../../lib/data-api/read-one-ahead.ts';

/** The context of a batch, which the steps of an importer receive. */
export type BatchContext = {
  readonly file: string;
  /** Reports problems, by default of the file of the batch. @throws ImportStopped if one is an error and the import is strict */
  readonly report: (problems: readonly ImportProblem[], file?: string) => void;
  readonly turn: BatchTurn;
};

/** The ids of a batch. Two batches are not written at the same time if one writes an id that the other writes or refers to. */
export type BatchIds = {
  /** Ids of what the batch writes. */
  readonly written: ReadonlySet<string>;
  /** Ids that the batch refers to, and that other batches may write. */
  readonly referenced: readonly string[];
};

/** One kind of import. All have the same steps: read, check, write and return the result. */
export type Importer<Records, Checked, Result> = BatchReader<Records> & {
  readonly subject: ImportResult['subject'];
  /** The number of records, if it is known before they are read. */
  readonly total?: number | undefined;
  /** Returns the ids of a batch, so that two batches can be written at the same time. If absent, each batch waits for the previous one. */
  readonly listIds?: (records: Records) => BatchIds;
  /** Compares records with their model and with what is stored, and reports problems. */
  readonly check: (records: Records, batch: BatchContext) => Checked | Promise<Checked>;
  /** Writes the checked records; a dry run only counts them. */
  readonly write: (checked: Checked, batch: BatchContext) => Promise<void>;
  /** Returns the result without its subject. */
  readonly result: () => Result | Promise<Result>;
};

/**
 * Imports files. While the database works on a batch, the next one is read. A file that cannot be read is reported and left out.
 * @throws ImportStopped in a strict import
 */
export async function runImporter<Records, Checked, Result extends Omit<ImportResult, 'subject'>>(
  importer: Importer<Records, Checked, Result>,
  files: readonly string[],
  context: ImportContext,
) {
  const reading = new ReadingProgress(files);
  const step = context.progress.begin(importer.subject, {
    total: importer.total,
    fraction: () => reading.fraction(),
  });
  const batches = readOneAhead(readBatches(importer, files, (file) => reading.begin(file)));
  const sizes = overlapBatches(batches, (batch, previous) => {
    const ids = batch.records === undefined ? undefined : importer.listIds?.(batch.records);
    const turn = new BatchTurn(ids?.written ?? new Set(), previous);
    const result = turn.run(async () => {
      if (context.strict || ids === undefined || turn.dependsOnPrevious(ids.referenced))
        await turn.waitForPrevious();
      await importBatch(importer, batch, turn, context);
      return batch.size ?? 1;
    });
    return { turn, result };
  });
  for await (const size of sizes) step.advance(size);
  const result = { subject: importer.subject, ...(await importer.result()) };
  step.done(formatResultWithoutSubject(result));
  return result;
}

async function importBatch<Records, Checked>(
  importer: Importer<Records, Checked, unknown>,
  { file, records, problems = [] }: FileBatch<Records>,
  turn: BatchTurn,
  context: ImportContext,
): Promise<void> {
  const report: BatchContext['report'] = (newProblems, problemFile = file) =>
    reportProblems(problemFile, newProblems, context);
  report(problems);
  if (records === undefined) return;
  const batch = { file, report, turn };
  await importer.write(await importer.check(records, batch), batch);
}
