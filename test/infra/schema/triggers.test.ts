import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

describe('the triggers of the database', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await openTestStack();
  });

  afterAll(async () => stack.close());

  it('are the ones listed in docs/database.md', async () => {
    const page = await readFile(new URL('../../../docs/database.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `([\w.]+)` +\| `(\w+)` +\|/gm)].map(
      ([, table, trigger]) => `${table} ${trigger}`,
    );
    const rows = await stack.owner.read(
      rawSql(
        `select t.tgrelid::regclass::text || ' ' || t.tgname from pg_trigger t where not t.tgisinternal`,
      ),
    );
    expect(new Set(rows.map(([name]) => name))).toEqual(new Set(listed));
  });

  it('include at most one BEFORE trigger for each table besides the one that only refuses, so the order of names has no effect', async () => {
    const rows = await stack.owner.read(
      rawSql(`select t.tgrelid::regclass::text
from pg_trigger t
where not t.tgisinternal
  and t.tgtype & 2 = 2
  and t.tgname <> 'refuse_write_during_import'
group by t.tgrelid
having count(*) > 1`),
    );
    expect(rows).toEqual([]);
  });
});
