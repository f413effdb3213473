import type { Database } from '../../infra/local/database/database.ts';
import {
  startDataApiEmulator,
  type DataApiEmulatorOptions,
  type DataApiEmulator,
} from '../../infra/local/data-api/emulator.ts';
import type { DataApi } from '../../lib/data-api/client.ts';
import { createTestDataApi } from './data-api-client.ts';
import type { DatabaseContent } from './database/content.ts';
import { openDatabase } from './database/open.ts';

/** The local stack of a test: a migrated database behind the emulator. */
export type TestStack = {
  readonly server: DataApiEmulator;
  readonly database: Database;
  /** As the role that functions have. */
  readonly data: DataApi;
  /** As the role that migrates. */
  readonly owner: DataApi;
  readonly close: () => Promise<void>;
};

/** Opens a stack of the test's own, whose database has the schema and nothing in it unless `content` says otherwise. */
export async function openTestStack(
  options: Partial<DataApiEmulatorOptions> & { readonly content?: DatabaseContent } = {},
): Promise<TestStack> {
  const { content = 'empty', ...server } = options;
  const database = await openDatabase(content);
  const emulator = await startDataApiEmulator({ ...server, database });
  return {
    server: emulator,
    database,
    data: createTestDataApi(emulator.url, 'service'),
    owner: createTestDataApi(emulator.url, 'owner'),
    close: async () => {
      await emulator.close();
      await database.close();
    },
  };
}
