import { readFile } from 'node:fs/promises';

import pg from 'pg';

import { startDataApiEmulator } from '../../../infra/local/data-api/emulator.ts';
import type { Database } from '../../../infra/local/database/database.ts';
import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { nativeServerUrl, openDatabase } from '../../support/database/open.ts';
import type { TestStack } from '../../support/stack.ts';
import { findTestData } from '../../support/test-data.ts';
import { openEmbeddedInstrument, openNativeInstrument, type Instrument } from './instrument.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** The unchanged demo package or sample, or copies of it with a million tiles. */
export type Size = 'as it is' | 'a million tiles';

/** A database that records its statements, behind the emulator. */
export type CostStack = TestStack & {
  /** The description of the data. */
  readonly name: string;
  readonly recorder: Recorder;
  /** The URL of the database, as a superuser. Undefined if it is embedded. */
  readonly url: string | undefined;
  readonly openInstrument: () => Promise<Instrument>;
};

const minTileCount = 1_000_000;
const timeout = 600_000;

/** Opens the demo package of HDS_TEST_DATA or the sample, on the server of HDS_DATABASE_URL or embedded. */
export async function openCostStack(size: Size): Promise<CostStack> {
  const content = findTestData('v5demo') === undefined ? 'sample' : 'v5demo';
  const database = await openDatabase(content);
  const url = await findDatabaseUrl(database);
  if (size === 'a million tiles') await multiplyTiles(url);
  await runAsOwner(database, 'vacuum analyze');
  const recorder = createRecorder(database);
  const server = await startDataApiEmulator({ database: recorder.database });
  const dataApi = createTestDataApi(server.url, 'service');
  await grantRights(dataApi);
  return {
    name: `${size === 'as it is' ? content : size}, ${url === undefined ? 'embedded' : 'native'}`,
    recorder,
    url,
    openInstrument: () =>
      url === undefined ? openEmbeddedInstrument(database) : openNativeInstrument(url),
    server,
    database,
    dataApi,
    owner: createTestDataApi(server.url, 'owner'),
    close: async () => {
      await server.close();
      await database.close();
    },
  };
}

/** The group whose members have all rights except those of administrators. */
export const editorGroup = 'Resource Editor';

async function grantRights(dataApi: TestStack['dataApi']): Promise<void> {
  await dataApi.write(
    setGroupDefaults('Guest', { read: true, write: false, delete: false, history: true }),
  );
  await dataApi.write(
    setGroupDefaults(editorGroup, { read: true, write: true, delete: true, history: true }),
  );
}

async function runAsOwner(database: Database, text: string): Promise<void> {
  const session = await database.borrowSession('owner');
  await session.query(text, [], timeout);
  await session.release();
}

/** The URL of a database on the native server, or undefined if the database is embedded. */
async function findDatabaseUrl(database: Database): Promise<string | undefined> {
  const server = nativeServerUrl();
  if (server === undefined) return undefined;
  const session = await database.borrowSession('owner');
  const { rows } = await session.query('select current_database()', [], timeout);
  await session.release();
  const url = new URL(server);
  url.pathname = `/${rows[0]?.[0] ?? ''}`;
  return url.href;
}

async function multiplyTiles(url: string | undefined): Promise<void> {
  if (url === undefined)
    throw new Error('A million tiles need a native server: set HDS_DATABASE_URL.');
  const script = await readFile(new URL('./million-tiles.sql', import.meta.url), 'utf8');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ tiles: number }>(
      'select count(*)::int as tiles from tile',
    );
    const copies = Math.ceil(minTileCount / (rows[0]?.tiles ?? 1)) - 1;
    await client.query(script.replaceAll('{copies}', String(copies)));
  } finally {
    await client.end();
  }
}
