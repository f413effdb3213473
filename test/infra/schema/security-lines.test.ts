import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { nativeServerUrl } from '../../support/database/open.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

const server = nativeServerUrl();

// The embedded database has no log.
describe.skipIf(server === undefined)('a change of accounts and rights', () => {
  let stack: TestStack;
  let client: pg.Client;
  const lines: unknown[] = [];

  beforeAll(async () => {
    stack = await openTestStack();
    const [row] = await stack.owner.read(rawSql('select current_database()::text'));
    const url = new URL(server ?? '');
    url.pathname = `/${String(row?.[0])}`;
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
    client.on('notice', ({ message, severity }) => lines.push([severity, message]));
  });

  afterAll(async () => {
    await client?.end();
    await stack?.close();
  });

  it('is a security line in the log of the database if an operator makes it, without the name of its target', async () => {
    await client.query(`insert into access_change (author_account_id, author, event, target_id, target)
values (null, 'jdoe', 'account-deactivated', '7', 'anna'), (8, 'bert', 'application-deleted', 'f', 'Survey')`);
    expect(lines).toEqual([['WARNING', expect.any(String)]]);
    const [[, message]] = lines as [[string, string]];
    expect(JSON.parse(message)).toEqual({
      level: 'security',
      event: 'account-deactivated',
      operator: 'jdoe',
      target: '7',
      change: expect.any(Number),
    });
  });
});
