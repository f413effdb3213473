import { afterAll, beforeAll, expect, it } from 'vitest';

import { runQuery } from '../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { listApplications } from '../../../../lib/queries/applications/applications.ts';
import { readApplicationsPage } from '../../../../lib/queries/applications/applications-page.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

let stack: TestStack;

/** Stores more applications than one call can return, of two owners. Groups of twelve applications have the same time of registration. */
beforeAll(async () => {
  stack = await openTestStack();
  await stack.owner.write(
    rawSql("insert into account (account_id, username) values (1, 'one'), (2, 'other')"),
  );
  await stack.owner.write(
    rawSql(`insert into oauth_application (client_id, client_secret_hash, name, client_type, grant_type, redirect_uris, owner_account_id, created_at)
select
  'client ' || n,
  null,
  repeat('x', 3000),
  'public',
  'authorization-code',
  array['https://example.org/'],
  1 + n % 2,
  timestamptz '2026-01-01 10:00:00.123456Z' + (n / 12) * interval '1 microsecond'
from generate_series(1, 500) n`),
  );
});

afterAll(async () => stack?.close());

it('lists all applications, the newest first, with one call for each million bytes', async () => {
  stack.server.counters.reset();
  const applications = await runQuery(stack.dataApi.read, listApplications());
  expect(stack.server.counters.read().calls).toBe(2);
  const rows = await stack.dataApi.read(
    rawSql(
      'select client_id from oauth_application order by created_at desc, client_id collate "C"',
    ),
  );
  expect(applications.map(({ clientId }) => clientId)).toEqual(rows.map(([clientId]) => clientId));
});

it('reads for the page of an account only its own applications', async () => {
  const { applications } = await runQuery(stack.dataApi.read, readApplicationsPage(2));
  expect(applications).toHaveLength(250);
  expect(new Set(applications.map(({ owner }) => owner))).toEqual(new Set(['other']));
});
