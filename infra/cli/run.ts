import { gatherStatistics } from '../queries/statistics.ts';
import { settings } from '../../lib/settings.ts';
import { bringUpToDate } from '../schema/bring-up-to-date.ts';
import { settleHistoryPageSize } from '../schema/history-page-size.ts';
import { rememberLanguage } from '../queries/default-language.ts';
import { connect, type Connection } from './connection.ts';
import type { ImportMode } from './import/concepts/plan-import.ts';
import type { ImportContext } from './import/context.ts';
import { followNames } from './import/follow-names.ts';
import { openReport, type Report } from './import/report.ts';
import { problemSummary, readersSummary } from './import/summary.ts';
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
    if (connection.isOwn && !migrates) {
      await bringUpToDate(connection.owner);
      await connection.owner.write(rememberLanguage(settings().language));
      warn(await settleHistoryPageSize(connection.owner, settings().historyPageSize));
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
  const report = openReport(options.report);
  const progress = terminalProgress();
  let isDone = false;
  try {
    await withConnection(options, async (connection) => {
      const context = importContext(options, connection, report, progress);
      const result = await work(context, connection);
      await followNames(context);
      print(result);
      print(await readersSummary(connection.service));
      if (options.dryRun !== true) await connection.owner.write(gatherStatistics());
    });
    isDone = true;
  } finally {
    progress.end();
    report.close();
    // An import that broke off has a reason of its own; that no problem was found before is no news then.
    if (isDone || report.errors() > 0) print(problemSummary(report, options.report));
  }
  if (report.errors() > 0) process.exitCode = 1;
}

function importContext(
  options: ImportOptions,
  connection: Connection,
  report: Report,
  progress: Progress,
): ImportContext {
  return {
    data: connection.service,
    progress,
    report,
    dryRun: options.dryRun ?? false,
    strict: options.strict ?? false,
    salvage: options.salvage ?? false,
    leavesNoActivity: options.activity === false,
    language: settings().language,
  };
}
