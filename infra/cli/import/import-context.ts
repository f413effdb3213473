import type { DataApi, Transaction } from '../../../lib/data-api/client.ts';
import type { ChangeAuthor } from '../../../lib/model/accounts/access-change.ts';
import type { ResourceWrite } from '../../../lib/model/change/resource-write.ts';
import type { ResourceRecord } from '../../../lib/model/resources/resource-record.ts';
import type { FileStore } from '../../../lib/stores/file-store.ts';
import type { Progress } from '../progress.ts';
import type { CsvEncoding } from './text-encoding.ts';
import type { ImportProblem } from './import-problems.ts';
import type { ImportReport } from './import-report.ts';

/** The context of every import. */
export type ImportContext = {
  readonly dataApi: DataApi;
  /** Who runs the import, for the record of changes of accounts and rights. */
  readonly operator: ChangeAuthor;
  readonly progress: Progress;
  readonly report: ImportReport;
  /** Whether the import only checks and reports, without writing. */
  readonly dryRun: boolean;
  /** Whether the import stops at the first record that cannot be imported, and rolls back its transaction. */
  readonly strict: boolean;
  /** Whether the valid parts of a record with errors are imported. */
  readonly salvage: boolean;
  /** Whether the activity stream leaves out the imported changes. */
  readonly omitsActivity: boolean;
  /** Whether the proposals of a file replace the stored ones; by default, stored proposals are kept. */
  readonly replacesProposals?: boolean;
  /** Whether labels of CSV that no concept has become concepts of the collection of their node. */
  readonly createsConcepts?: boolean;
  /** The file for the labels of CSV that no concept has, as SKOS. */
  readonly missingConceptsFile?: string | undefined;
  /** The encoding of CSV files without a byte order mark; by default UTF-8. */
  readonly encoding?: CsvEncoding | undefined;
  /** Whether tiles without a sort order are stored without one; by default, they get one. */
  readonly keepsMissingSortOrders?: boolean;
  /** Called in the transaction that wrote the records of resource instances, with the changes that they caused. */
  readonly onRecordsWritten?: (
    transaction: Transaction,
    records: readonly ResourceRecord[],
    changes: readonly ResourceWrite[],
  ) => Promise<void>;
  /** Called after the transaction that wrote the records has been committed. */
  readonly onRecordsStored?: (records: readonly ResourceRecord[]) => void;
  /** Opens the store of the files that tiles name. @throws CommandError if the stage has none */
  readonly openFileStore: () => FileStore;
  /** The project's default language. */
  readonly language: string;
};

/** Ends a strict import at a record that cannot be imported. */
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
