import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { openEmbedded } from '../../infra/local/database/embedded.ts';
import type { Database } from '../../infra/local/database/database.ts';
import { openNative } from '../../infra/local/database/native.ts';
import {
  localClusterArn,
  localDatabaseName,
  localSecretArn,
} from '../../infra/local/data-api/names.ts';
import {
  startDataApi,
  type DataApiOptions,
  type DataApiServer,
} from '../../infra/local/data-api/server.ts';
import { migrate, readMigrations } from '../../infra/migrations/run.ts';
import { createDataApi, type DataApi } from '../../lib/data-api/client.ts';

/** A database of the test's own: embedded in memory, or a scratch one on the server of HDS_DATABASE_URL. */
export async function openTestDatabase(): Promise<Database> {
  const server = process.env['HDS_DATABASE_URL'];
  if (server === undefined || server === '') return openEmbedded();
  const name = `heritage_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openNative({ url: url.href });
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

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

/** Opens a stack of the test's own, with all migrations applied unless `migrated` is false. */
export async function openTestStack(
  options: Partial<DataApiOptions> & { readonly migrated?: boolean } = {},
): Promise<TestStack> {
  const { migrated = true, ...server } = options;
  const database = await openTestDatabase();
  const emulator = await startDataApi({ ...server, database });
  const owner = testClient(emulator.url, 'owner');
  if (migrated) await migrate(owner, await readMigrations());
  return {
    server: emulator,
    database,
    data: testClient(emulator.url, 'service'),
    owner,
    close: async () => {
      await emulator.close();
      await database.close();
    },
  };
}

/** Our client for an emulator. */
export function testClient(endpoint: string, role: 'owner' | 'service' | 'reader'): DataApi {
  return createDataApi({
    clusterArn: localClusterArn,
    secretArn: localSecretArn(role),
    database: localDatabaseName,
    region: 'eu-west-1',
    endpoint,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
}
