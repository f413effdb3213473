import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  startDataApiEmulator,
  type DataApiEmulator,
} from '../../../infra/local/data-api/emulator.ts';
import {
  openEmbeddedPostgres,
  type EmbeddedDatabase,
} from '../../../infra/local/database/embedded.ts';
import { ensureSampleTemplate } from '../../../infra/local/sample-template.ts';
import { loadSample, sampleTemplateLanguage } from '../../../infra/local/sample.ts';
import { readSchema } from '../../../infra/schema/read-schema.ts';
import { upgradeSchema } from '../../../infra/schema/upgrade-schema.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';

let database: EmbeddedDatabase;
let server: DataApiEmulator;

beforeAll(async () => {
  await ensureSampleTemplate();
  database = await openEmbeddedPostgres({ template: 'sample' });
  server = await startDataApiEmulator({ database });
});

afterAll(async () => {
  await server?.close();
  await database?.close();
});

async function countRows(table: string): Promise<unknown> {
  const [row] = await createTestDataApi(server.url, 'owner').read(
    rawSql(`select count(*)::text from ${table}`),
  );
  return row?.[0];
}

describe('the prepared database for a first start', () => {
  it('is up to date, and contains the sample', async () => {
    expect(await upgradeSchema(createTestDataApi(server.url, 'owner'), await readSchema())).toEqual(
      [],
    );
    expect(await loadSample(createTestDataApi(server.url, 'service'), sampleTemplateLanguage)).toBe(
      false,
    );
    expect(Number(await countRows('resource'))).toBeGreaterThan(100);
  });

  it('has no account, key or application, which each instance creates itself', async () => {
    const tables = ['account', 'signing_key', 'oauth_application'];
    expect(await Promise.all(tables.map(countRows))).toEqual(['0', '0', '0']);
  });
});
