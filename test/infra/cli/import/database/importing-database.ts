import type {
  DatabaseImported,
  DatabaseImportOptions,
} from '../../../../../infra/cli/import/database/import-database.ts';
import { readDatabaseSource } from '../../../../../infra/cli/import/database/database-source.ts';
import { importEditValues } from '../../../../../infra/cli/import/database/edits/import-edit-values.ts';
import { openSource } from '../../../../../infra/cli/import/database/source.ts';
import type { ImportResult } from '../../../../../infra/cli/import/import-summary.ts';
import type { DataApi } from '../../../../../lib/data-api/client.ts';
import type { ImportContext } from '../../../../../infra/cli/import/import-context.ts';
import { openNoFileStore } from '../../../../support/import-context.ts';
import { importSource } from '../../../../support/database/import-source.ts';
import { createTestContext, type TestContext } from '../importing.ts';

export type DatabaseRun = { readonly imported: DatabaseImported; readonly context: TestContext };

/** Imports the database at a URL, and keeps every problem. */
export async function runDatabaseImport(
  url: string,
  dataApi: DataApi,
  options: Partial<DatabaseImportOptions> &
    Partial<Pick<ImportContext, 'dryRun' | 'openFileStore'>> = {},
): Promise<DatabaseRun> {
  const { dryRun = false, openFileStore = openNoFileStore, ...importOptions } = options;
  const context = createTestContext(dataApi, { dryRun, openFileStore });
  return { imported: await importSource(url, context, importOptions), context };
}

/** Imports only the edits of the database at a URL, with their values. */
export async function importSourceEditValues(url: string, dataApi: DataApi): Promise<ImportResult> {
  const source = await openSource(url);
  try {
    const database = await readDatabaseSource(source);
    const options = { timeZone: 'America/Chicago' };
    return await importEditValues(database, createTestContext(dataApi), options);
  } finally {
    await source.close();
  }
}
