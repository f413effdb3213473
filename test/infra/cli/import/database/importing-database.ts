import { describeSource } from '../../../../../infra/cli/import/database/database-source.ts';
import {
  importDatabase,
  type DatabaseImported,
  type DatabaseImportOptions,
} from '../../../../../infra/cli/import/database/import-database.ts';
import { openSource } from '../../../../../infra/cli/import/database/source.ts';
import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { createTestContext, type TestContext } from '../importing.ts';

export type DatabaseRun = { readonly imported: DatabaseImported; readonly context: TestContext };

/** Imports the database at a URL, as the command does. */
export async function runDatabaseImport(
  url: string,
  data: DataApi,
  options: Partial<DatabaseImportOptions> & { readonly dryRun?: boolean } = {},
): Promise<DatabaseRun> {
  const { dryRun = false, ...importOptions } = options;
  const context = createTestContext(data, { dryRun });
  const source = await openSource(url);
  try {
    const imported = await importDatabase(await describeSource(source), context, {
      timeZone: 'America/Chicago',
      allowsDeletions: false,
      masksDeleted: false,
      allowsWrites: false,
      spatialViewSrid: 4326,
      ...importOptions,
    });
    return { imported, context };
  } finally {
    await source.close();
  }
}
