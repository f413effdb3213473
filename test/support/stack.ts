import type { Database } from '../../infra/local/database/database.ts';
import {
  startDataApi,
  type DataApiOptions,
  type DataApiServer,
} from '../../infra/local/data-api/server.ts';
import type { DataApi } from '../../lib/data-api/client.ts';
import { testClient } from './data-api-client.ts';
import type { Content } from './database/content.ts';
import { openDatabase } from './database/open.ts';

/** The local stack of a test: a migrated database behind the emulator. */
export type TestStack = {
  readonly server: DataApiServer;
  readonly database: Database;
  /** As the role that functions have. */
  readonly data: DataApi;
  /** As the role that migrates. */
  readonly owner: DataApi;
  readonly close: () => Promise<void>;
};

/** Opens a stack of the test's own, whose database has the schema and nothing in it unless `content` says otherwise. */
export async function openTestStack(
  options: Partial<DataApiOptions> & { readonly content?: Content } = {},
): Promise<TestStack> {
  const { content = 'empty', ...server } = options;
  const database = await openDatabase(content);
  const emulator = await startDataApi({ ...server, database });
  return {
    server: emulator,
    database,
    data: testClient(emulator.url, 'service'),
    owner: testClient(emulator.url, 'owner'),
    close: async () => {
      await emulator.close();
      await database.close();
    },
  };
}
