import * as z from 'zod';

import { oneRow, optionalRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { sql, text, type Statement } from '../../../../lib/data-api/sql.ts';

export function readSetting(name: string): RowsQuery<string | undefined> {
  return optionalRow(
    sql`select to_json(s.value)::text
from setting s
where s.name = ${text(name)}`,
    z.string(),
  );
}

export function writeSetting(name: string, value: string): Statement {
  return sql`insert into setting (name, value)
values (${text(name)}, ${text(value)})
on conflict (name) do update
  set value = excluded.value`;
}

export function hasGraphs(): RowsQuery<boolean> {
  return oneRow(sql`select to_json(exists (select from graph))::text`, z.boolean());
}
