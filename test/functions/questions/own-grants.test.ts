import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

const problemSchema = z.object({ code: z.string(), detail: z.string() });
const added = 10_000;

let buildings: Buildings;

const write = async (statement: string): Promise<unknown> =>
  buildings.service.stack.owner.write(rawSql(statement));

/** Lets accounts see records without tiles by grants of their own. */
async function openRecords(accountIds: readonly number[]): Promise<void> {
  await write(`with added as (
  insert into resource (resource_id, graph_id)
  select md5('added ' || n)::uuid, (select min(r.graph_id::text)::uuid from resource r)
  from generate_series(1, ${added}) n
  returning resource_id
)
insert into resource_grant (resource_id, account_id, can_view)
select a.resource_id, c.account_id, true
from added a
cross join unnest(array[${accountIds.join(', ')}]) as c (account_id)`);
}

beforeAll(async () => {
  buildings = await openBuildings();
  const { administrator, reader, withGrants } = buildings.callers;
  await openRecords([administrator.accountId, reader.accountId, withGrants.accountId]);
});

afterAll(async () => buildings?.close());

const ask = async (kind: keyof Buildings['callers'], query: string): Promise<Response> =>
  buildings.callers[kind].sendRequest('GET', `/resources/?${query}`);

describe('an account with more than 10,000 grants of its own', () => {
  it('gets a 503 that says why, and no short list', async () => {
    const response = await ask('withGrants', 'node.height=12');
    const { code, detail } = problemSchema.parse(await response.json());
    expect([response.status, code]).toEqual([503, 'too_many_grants']);
    expect(detail).toContain('10,000');
  });

  it('can still list resource instances without conditions', async () => {
    expect((await ask('withGrants', 'limit=1')).status).toBe(200);
  });

  it('gets an answer if it is an administrator, whose grants do not matter', async () => {
    expect((await ask('administrator', 'node.height=12')).status).toBe(200);
  });
});

describe('an account with 10,000 grants of its own', () => {
  it('gets an answer', async () => {
    expect((await ask('reader', 'node.height=12')).status).toBe(200);
  });
});
