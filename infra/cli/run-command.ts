import { analyzeTables } from '../queries/statistics.ts';
import { settings } from '../../lib/settings.ts';
import { upgradeDatabase } from '../schema/upgrade-database.ts';
import { applyHistoryPageSize } from '../schema/history-page-size.ts';
import { storeDefaultLanguage } from '../queries/default-language.ts';
import { connect, type Connection } from './connection.ts';
import type { ImportMode } from './import/concepts/plan-thesaurus.ts';
import type { ImportContext } from './import/import-context.ts';
import { refreshImportedNames } from './import/refresh-imported-names.ts';
import { openImportReport, type ImportReport } from './import/import-report.ts';
import { importProblemLines, readerLines } from './import/import-summary.ts';
import { terminalProgress, type Progress } from './progress.ts';

/** Options that every command has. */
export type GlobalOptions = { readonly stage?: string };

/** Options of every import. */
export type ImportOptions = GlobalOptions & {
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly salvage?: boolean;
  readonly report?: string;
  /** Of imports of thesauri. */
  readonly mode?: ImportMode;
  /** Of imports of graphs, both. */
  readonly moveTiles?: boolean;
  readonly removeVanished?: boolean;
  /** False where the import is to leave no trace in the activity stream. */
  readonly activity?: boolean;
};

/** Writes lines of a result to standard output. */
export function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Writes lines to standard error: what an operator should know beside the result. */
export function warn(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}

/**
 * Opens the database, runs a piece of work and closes the database again, whatever happens. A local database that no
 * service runs on is brought up to date first.
 * @param migrates whether the work itself brings the database up to date
 */
export async function withConnection<T>(
  options: GlobalOptions,
  work: (connection: Connection) => Promise<T>,
  migrates = false,
): Promise<T> {
  const connection = await connect(options.stage);
  try {
    if (connection.isPrivate && !migrates) {
      await upgradeDatabase(connection.owner);
      await connection.owner.write(storeDefaultLanguage(settings().language));
      warn(await applyHistoryPageSize(connection.owner, settings().historyPageSize));
    }
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/**
 * Runs an import and tells of its problems. The exit code is 0 only when all that was read went in.
 * @param work imports and gives the lines of its result
 */
export async function runImport(
  options: ImportOptions,
  work: (context: ImportContext, connection: Connection) => Promise<readonly string[]>,
): Promise<void> {
  const report = openImportReport(options.report);
  const progress = terminalProgress();
  let isDone = false;
  try {
    await withConnection(options, async (connection) => {
      const context = importContext(options, connection, report, progress);
      const result = await work(context, connection);
      await refreshImportedNames(context);
      print(result);
      print(await readerLines(connection.service));
      if (options.dryRun !== true) await connection.owner.write(analyzeTables());
    });
    isDone = true;
  } finally {
    progress.end();
    report.close();
    // An import that broke off has a reason of its own; that no problem was found before is no news then.
    if (isDone || report.errors() > 0) print(importProblemLines(report, options.report));
  }
  if (report.errors() > 0) process.exitCode = 1;
}

function importContext(
  options: ImportOptions,
  connection: Connection,
  report: ImportReport,
  progress: Progress,
): ImportContext {
  return {
    data: connection.service,
    progress,
    report,
    dryRun: options.dryRun ?? false,
    strict: options.strict ?? false,
    salvage: options.salvage ?? false,
    omitsActivity: options.activity === false,
    language: settings().language,
  };
}
