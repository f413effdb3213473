import type {
  DatabaseImported,
  DatabaseImportOptions,
} from '../../../../../infra/cli/import/database/import-database.ts';
import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { importSource } from '../../../../support/database/import-source.ts';
import { createTestContext, type TestContext } from '../importing.ts';

export type DatabaseRun = { readonly imported: DatabaseImported; readonly context: TestContext };

/** Imports the database at a URL, and keeps every problem. */
export async function runDatabaseImport(
  url: string,
  dataApi: DataApi,
  options: Partial<DatabaseImportOptions> & { readonly dryRun?: boolean } = {},
): Promise<DatabaseRun> {
  const { dryRun = false, ...importOptions } = options;
  const context = createTestContext(dataApi, { dryRun });
  return { imported: await importSource(url, context, importOptions), context };
}
