import { settings } from '../../../lib/settings.ts';
import { analyzeTables } from '../instance/queries/statistics.ts';
import type { Connection } from '../connection.ts';
import type { ImportMode } from './concepts/plan-thesaurus.ts';
import type { BusinessDataChoice } from './csv/csv-beside-json.ts';
import type { CsvEncoding } from './text-encoding.ts';
import type { Framework } from './database/rights/resource-rules.ts';
import type { ImportContext } from './import-context.ts';
import { openImportReport } from './import-report.ts';
import { formatProblems, describeReaders } from './import-summary.ts';
import { refreshImportedNames } from './refresh-imported-names.ts';
import { withProgress } from '../progress.ts';
import { print, withConnection, type GlobalOptions } from '../run-command.ts';

/** The options of all import commands. */
export type ImportOptions = GlobalOptions & {
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly salvage?: boolean;
  readonly report?: string;
  /** Only for thesauri. */
  readonly mode?: ImportMode;
  /** Only for packages and resource instances. */
  readonly businessData?: BusinessDataChoice;
  /** Only for packages and resource instances. */
  readonly encoding?: CsvEncoding;
  /** Only for packages and resource instances. */
  readonly createConcepts?: boolean;
  /** Only for packages and resource instances: a file. */
  readonly missingConcepts?: string;
  /** Only for packages and resource instances. */
  readonly replaceProposals?: boolean;
  /** Only for tables: a file. */
  readonly mapping?: string;
  /** Only for tables. */
  readonly table?: string;
  /** Only for tables: a file. */
  readonly rejected?: string;
  /** Only for graphs. */
  readonly moveTiles?: boolean;
  /** Only for graphs. */
  readonly removeVanished?: boolean;
  /** Only for activity and databases. */
  readonly timezone?: string;
  /** Only for activity and databases. */
  readonly maskDeleted?: boolean;
  /** Only for databases. */
  readonly permissions?: Framework;
  /** Only for databases. */
  readonly openGuest?: boolean;
  /** Only for databases. */
  readonly keepMfaPasswords?: boolean;
  /** Only for databases. */
  readonly undoAccountChanges?: boolean;
  /** Only for databases. */
  readonly allowDeletions?: boolean;
  /** Only for databases. */
  readonly allowWrites?: boolean;
  /** Only for databases: ends the import, so that callers may write from now on. */
  readonly finish?: boolean;
  /** Only for databases: a folder, or `s3://bucket/prefix`. */
  readonly files?: string;
  /** False if the import leaves no items in the activity stream. */
  readonly activity?: boolean;
};

/** Imports something, and returns the lines of the summary. */
export type ImportAction = (
  context: ImportContext,
  connection: Connection,
) => Promise<readonly string[]>;

/** Runs an import and prints its summary and problems. Sets the exit code 1 if a part of the files was not imported. */
export async function runImport(
  options: ImportOptions,
  importSources: ImportAction,
): Promise<void> {
  const report = openImportReport(options.report);
  let isComplete = false;
  try {
    await withProgress((progress) =>
      withConnection(options, async (connection) => {
        const context: ImportContext = {
          dataApi: connection.service,
          operator: await connection.readOperator(),
          progress,
          report,
          dryRun: options.dryRun ?? false,
          strict: options.strict ?? false,
          salvage: options.salvage ?? false,
          omitsActivity: options.activity === false,
          replacesProposals: options.replaceProposals ?? false,
          encoding: options.encoding,
          createsConcepts: options.createConcepts ?? false,
          missingConceptsFile: options.missingConcepts,
          openFileStore: connection.openFileStore,
          language: settings().language,
        };
        const summary = await importSources(context, connection);
        await refreshImportedNames(context);
        print([...summary, ...(await describeReaders(connection.service))]);
        if (!context.dryRun) await connection.owner.write(analyzeTables());
      }),
    );
    isComplete = true;
  } finally {
    report.close();
    // A failed import ends with an error message: the line "Problems: none" would contradict it.
    if (isComplete || report.countErrors() > 0) print(formatProblems(report, options.report));
  }
  if (report.countErrors() > 0) process.exitCode = 1;
}
