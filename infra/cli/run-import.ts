import { settings } from '../../lib/settings.ts';
import { analyzeTables } from '../queries/statistics.ts';
import type { Connection } from './connection.ts';
import type { ImportMode } from './import/concepts/plan-thesaurus.ts';
import type { ImportContext } from './import/import-context.ts';
import { openImportReport } from './import/import-report.ts';
import { problemLines, readerLines } from './import/import-summary.ts';
import { refreshImportedNames } from './import/refresh-imported-names.ts';
import { withProgress } from './progress.ts';
import { print, withConnection, type GlobalOptions } from './run-command.ts';

/** Options of every import. */
export type ImportOptions = GlobalOptions & {
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly salvage?: boolean;
  readonly report?: string;
  /** For thesauri. */
  readonly mode?: ImportMode;
  /** For graphs, like `removeVanished`. */
  readonly moveTiles?: boolean;
  readonly removeVanished?: boolean;
  /** For activity, like `maskDeleted`. */
  readonly timezone?: string;
  readonly maskDeleted?: boolean;
  /** False if the activity stream is to leave out what is imported. */
  readonly activity?: boolean;
};

/** Imports something, and returns the lines of its summary. */
export type ImportWork = (
  context: ImportContext,
  connection: Connection,
) => Promise<readonly string[]>;

/** Runs an import and prints its summary and problems. The exit code is 0 only if everything that was read was imported. */
export async function runImport(options: ImportOptions, work: ImportWork): Promise<void> {
  const report = openImportReport(options.report);
  let isDone = false;
  try {
    await withProgress((progress) =>
      withConnection(options, async (connection) => {
        const context: ImportContext = {
          data: connection.service,
          progress,
          report,
          dryRun: options.dryRun ?? false,
          strict: options.strict ?? false,
          salvage: options.salvage ?? false,
          omitsActivity: options.activity === false,
          language: settings().language,
        };
        const lines = await work(context, connection);
        await refreshImportedNames(context);
        print([...lines, ...(await readerLines(connection.service))]);
        if (!context.dryRun) await connection.owner.write(analyzeTables());
      }),
    );
    isDone = true;
  } finally {
    report.close();
    // An import that broke off has another error: without problems, this line would mislead.
    if (isDone || report.errors() > 0) print(problemLines(report, options.report));
  }
  if (report.errors() > 0) process.exitCode = 1;
}
