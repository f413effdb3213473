import { expect, it } from 'vitest';

import {
  tablesWithSequence,
  packageTables,
  tablesLeftOut,
} from '../../../../../infra/cli/export/queries/package-tables.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { openTestStack } from '../../../../support/stack.ts';

it('every table has a file in a package, or a reason for having none', async () => {
  const { owner, close } = await openTestStack();
  const rows = await owner.read(
    rawSql(`select t.tablename::text
from pg_tables t
where t.schemaname = 'public'
  and t.tablename <> 'spatial_ref_sys'`),
  );
  await close();
  const names = [...packageTables.map(({ name }) => name), ...Object.keys(tablesLeftOut)];
  expect(names.toSorted()).toEqual(rows.map(([name]) => String(name)).toSorted());
});

it('every table of a package with its own ids continues to count them', async () => {
  const { owner, close } = await openTestStack();
  const rows = await owner.read(
    rawSql(`select c.table_name::text
from information_schema.columns c
where c.table_schema = 'public'
  and c.is_identity = 'YES'`),
  );
  await close();
  const counted = rows.map(([name]) => String(name)).filter((name) => !(name in tablesLeftOut));
  expect(Object.keys(tablesWithSequence).toSorted()).toEqual(counted.toSorted());
});
