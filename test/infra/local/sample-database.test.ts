import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startDataApi, type DataApiServer } from '../../../infra/local/data-api/server.ts';
import { openEmbedded, type EmbeddedDatabase } from '../../../infra/local/database/embedded.ts';
import { prepareSampleDatabase } from '../../../infra/local/sample-database.ts';
import { loadSample, preparedLanguage } from '../../../infra/local/sample.ts';
import { readSchema } from '../../../infra/schema/read-schema.ts';
import { upgrade } from '../../../infra/schema/upgrade.ts';
import { plain } from '../../../lib/data-api/sql.ts';
import { testClient } from '../../support/data-api-client.ts';

let database: EmbeddedDatabase;
let server: DataApiServer;

beforeAll(async () => {
  await prepareSampleDatabase();
  database = await openEmbedded({ template: 'sample' });
  server = await startDataApi({ database });
});

afterAll(async () => {
  await server?.close();
  await database?.close();
});

async function countOf(table: string): Promise<unknown> {
  const [row] = await testClient(server.url, 'owner').read(
    plain(`select count(*)::text from ${table}`),
  );
  return row?.[0];
}

describe('the prepared database that a first start begins with', () => {
  it('is up to date, and has the sample', async () => {
    expect(await upgrade(testClient(server.url, 'owner'), await readSchema())).toEqual([]);
    expect(await loadSample(testClient(server.url, 'service'), preparedLanguage)).toBe(false);
    expect(Number(await countOf('resource'))).toBeGreaterThan(100);
  });

  it('has no account, no key and no application: each instance makes its own', async () => {
    const tables = ['account', 'signing_key', 'oauth_application'];
    expect(await Promise.all(tables.map(countOf))).toEqual(['0', '0', '0']);
  });
});
