import { sql, text, type Statement } from '../../lib/data-api/sql.ts';

/** Reads what the instance remembers under a name. @returns one row of one text, or none */
export function readSetting(name: string): Statement {
  return sql`select s.value
from setting s
where s.name = ${text(name)}`;
}

/** Remembers a text under a name. */
export function writeSetting(name: string, value: string): Statement {
  return sql`insert into setting (name, value)
values (${text(name)}, ${text(value)})
on conflict (name) do update
  set value = excluded.value`;
}

/** Whether the instance has any graph. @returns one row of true or false */
export function hasGraphs(): Statement {
  return sql`select exists (select from graph)`;
}
