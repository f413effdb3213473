import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { oneRow, runQuery } from '../../../lib/data-api/query.ts';
import { sql } from '../../../lib/data-api/sql.ts';
import { dataVersionsExpression } from '../../../lib/queries/exports/data-versions.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from '../writing/every-write.ts';
import { millNodes } from '../writing/mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type Mills,
} from '../writing/mills.ts';

let mills: Mills;

beforeAll(async () => {
  mills = await openMills();
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

/** The names of the versions that an action changes, for features and for RDF. */
async function changedVersions(action: () => Promise<unknown>) {
  const read = async (hasProposals: boolean) =>
    runQuery(
      mills.service.stack.dataApi.read,
      oneRow(
        sql`select ${dataVersionsExpression(hasProposals ? sql`true` : sql`false`)}::text`,
        z.record(z.string(), z.string()),
      ),
    );
  const before = [await read(false), await read(true)];
  await action();
  const after = [await read(false), await read(true)];
  return before.map((versions, index) =>
    Object.keys(versions).filter((name) => versions[name] !== after[index]?.[name]),
  );
}

describe('the versions of the data from which an export learns of a change', () => {
  it('contain the last activity', async () => {
    const { reviewer } = mills.writers;
    const changed = await changedVersions(async () =>
      reviewer.sendRequest('DELETE', `/resources/${oldMill}`),
    );
    expect(changed).toEqual([['activity'], ['activity']]);
  });

  it('contain proposals for exports of RDF only', async () => {
    const { author } = mills.writers;
    const mill = await readRecord(author);
    const tile = withValue(tileOf(mill), millNodes.name, 'Proposed Mill');
    const changes = [
      async () => author.sendRequest('PUT', recordPath, withTile(mill, tile)),
      async () =>
        author.sendRequest('PUT', `/resources/mill/${id(503)}?format=service-json`, {
          legacyid: 'mine',
          tiles: [],
        }),
      async () => author.sendRequest('DELETE', `/resources/${id(503)}`),
    ];
    for (const change of changes)
      expect(await changedVersions(change)).toEqual([[], ['proposals']]);
  });
});
