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

/** The local stack of a test: a database with the schema behind the emulated Data API. */
export type TestStack = {
  readonly server: DataApiEmulator;
  readonly database: Database;
  /** A client with the role of the functions. */
  readonly dataApi: DataApi;
  /** A client with the role that migrates the schema. */
  readonly owner: DataApi;
  readonly close: () => Promise<void>;
};

/** Opens a new stack. Its database has only the schema by default. */
export async function openTestStack(
  options: Partial<DataApiEmulatorOptions> & { readonly content?: DatabaseContent } = {},
): Promise<TestStack> {
  const { content = 'empty', ...server } = options;
  const database = await openDatabase(content);
  const emulator = await startDataApiEmulator({ ...server, database });
  return {
    server: emulator,
    database,
    dataApi: createTestDataApi(emulator.url, 'service'),
    owner: createTestDataApi(emulator.url, 'owner'),
    close: async () => {
      await emulator.close();
      await database.close();
    },
  };
}
