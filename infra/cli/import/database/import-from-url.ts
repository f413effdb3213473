import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { settings } from '../../../../lib/settings.ts';
import { finishDatabaseImports } from './queries/database-import-state.ts';
import { CommandError } from '../../command-error.ts';
import type { ImportOptions } from '../run-import.ts';
import type { ImportContext } from '../import-context.ts';
import { readDatabaseSource } from './database-source.ts';
import {
  formatDatabaseSummary,
  importDatabase,
  type DatabaseImportOptions,
} from './import-database.ts';
import { openSource } from './source.ts';

/**
 * Imports the database at a URL, or finishes its import.
 * @param url undefined only with `finish`
 * @param owner the connection to the database of the service as the role of the migrations
 * @returns the lines of the summary
 * @throws CommandError if an option is missing, or the database cannot be opened or is not of a supported release; and the errors of
 *   importDatabase
 */
export async function importFromUrl(
  url: string | undefined,
  context: ImportContext,
  owner: DataApi,
  options: ImportOptions,
): Promise<readonly string[]> {
  if (options.finish === true) return finishImport(url, context);
  const importOptions = toDatabaseOptions(options, owner);
  if (url === undefined)
    throw new CommandError(
      'missing_source',
      'Give the URL of the database to import, or --finish to end its import. Nothing was changed.',
    );
  const source = await openSource(url);
  try {
    const database = await readDatabaseSource(source);
    const imported = await importDatabase(database, context, importOptions);
    return [
      `Release ${database.release}`,
      ...formatDatabaseSummary(imported, context),
      ...(context.dryRun || importOptions.allowsWrites ? [] : [refusedWritesLine]),
    ];
  } finally {
    await source.close();
  }
}

const refusedWritesLine =
  'Writes over HTTP are refused (409) until: hds import database --finish. Import with --allow-writes to permit them earlier.';

/** Requires the permission framework and the time zone: neither is in the database, and a wrong guess would open data or shift times. */
function toDatabaseOptions(options: ImportOptions, owner: DataApi): DatabaseImportOptions {
  const { permissions, timezone, allowDeletions = false } = options;
  if (permissions === undefined || timezone === undefined)
    throw new CommandError(
      'missing_option',
      'Give --permissions default-allow or default-deny, and --timezone: both are settings of the source that are not in its database. Nothing was changed.',
    );
  return {
    timeZone: timezone,
    masksDeleted: options.maskDeleted ?? false,
    allowsDeletions: allowDeletions,
    allowsWrites: options.allowWrites ?? false,
    spatialViewSrid: settings().spatialViewSrid,
    files: options.files,
    accounts: {
      owner,
      permissions,
      opensGuest: options.openGuest ?? false,
      keepsMfaPasswords: options.keepMfaPasswords ?? false,
      undoesChanges: options.undoAccountChanges ?? false,
    },
  };
}

/** Ends the import, so that writes over HTTP are possible. */
async function finishImport(
  url: string | undefined,
  { dataApi, dryRun }: ImportContext,
): Promise<readonly string[]> {
  if (url !== undefined || dryRun)
    throw new CommandError(
      'ambiguous_command',
      '--finish cannot be combined with a URL or --dry-run. Import first, then use --finish alone. Nothing was changed.',
    );
  const finished = await runQuery(dataApi.write, finishDatabaseImports());
  return [
    finished === undefined
      ? 'There is no unfinished import of a database.'
      : 'The import is finished: writes over HTTP are possible.',
  ];
}
