import { readDatabaseSource } from '../../../infra/cli/import/database/database-source.ts';
import {
  importDatabase,
  type DatabaseImported,
  type DatabaseImportOptions,
} from '../../../infra/cli/import/database/import-database.ts';
import { openSource } from '../../../infra/cli/import/database/source.ts';
import type { ImportContext } from '../../../infra/cli/import/import-context.ts';

/** Imports the database at a URL, as the command does, by default without accounts and rights. */
export async function importSource(
  url: string,
  context: ImportContext,
  options: Partial<DatabaseImportOptions> = {},
): Promise<DatabaseImported> {
  const source = await openSource(url);
  try {
    return await importDatabase(await readDatabaseSource(source), context, {
      timeZone: 'America/Chicago',
      allowsDeletions: false,
      masksDeleted: false,
      allowsWrites: false,
      spatialViewSrid: 4326,
      ...options,
    });
  } finally {
    await source.close();
  }
}
