import type { DataApi, Transaction } from '../../../lib/data-api/client.ts';
import type { ResourceChange } from '../../../lib/model/change/resource-change.ts';
import type { ResourceRecord } from '../../../lib/model/resources/resource-record.ts';
import type { Progress } from '../progress.ts';
import type { ImportProblem } from './import-problems.ts';
import type { ImportReport } from './import-report.ts';

/** The context of every import. */
export type ImportContext = {
  readonly dataApi: DataApi;
  readonly progress: Progress;
  readonly report: ImportReport;
  /** Checks and reports, and writes nothing. */
  readonly dryRun: boolean;
  /** Stops at the first record that cannot be imported; its transaction is rolled back. */
  readonly strict: boolean;
  /** Imports the sound parts of a record that has errors. */
  readonly salvage: boolean;
  /** Whether the activity stream leaves out the imported changes. */
  readonly omitsActivity: boolean;
  /** Is called in the transaction that wrote records of resource instances, with the changes that they made. */
  readonly recordsWritten?: (
    transaction: Transaction,
    records: readonly ResourceRecord[],
    changes: readonly ResourceChange[],
  ) => Promise<void>;
  /** Is called once the transaction that wrote the records is stored. */
  readonly recordsStored?: (records: readonly ResourceRecord[]) => void;
  /** The project's default language. */
  readonly language: string;
};

/** A strict import met a record that cannot be imported. */
export class ImportStopped extends Error {
  readonly code = 'import_stopped';
}

/** Reports problems of a file. @throws ImportStopped if one is an error and the import is strict */
export function reportProblems(
  file: string,
  problems: readonly ImportProblem[],
  { report, strict }: Pick<ImportContext, 'report' | 'strict'>,
): void {
  report.add(file, problems);
  const error = problems.find(({ severity }) => severity === 'error');
  if (strict && error !== undefined) {
    throw new ImportStopped(`${file}${error.pointer}: ${error.message}`);
  }
}
