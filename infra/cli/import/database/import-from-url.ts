import { settings } from '../../../../lib/settings.ts';
import type { ImportOptions } from '../../run-import.ts';
import type { ImportContext } from '../import-context.ts';
import { describeSource } from './database-source.ts';
import { databaseLines, importDatabase } from './import-database.ts';
import { openSource } from './source.ts';

/**
 * Imports the database at a URL.
 * @returns the lines of the summary
 * @throws CommandError if it cannot be opened or is not of a supported release, and the errors of importDatabase
 */
export async function importFromUrl(
  url: string,
  context: ImportContext,
  { timezone = 'UTC', maskDeleted = false, allowDeletions = false, files }: ImportOptions,
): Promise<readonly string[]> {
  const source = await openSource(url);
  try {
    const database = await describeSource(source);
    const imported = await importDatabase(database, context, {
      timeZone: timezone,
      masksDeleted: maskDeleted,
      allowsDeletions: allowDeletions,
      spatialViewSrid: settings().spatialViewSrid,
      files,
    });
    return [`Release ${database.release}`, ...databaseLines(imported)];
  } finally {
    await source.close();
  }
}
