import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import {
  json,
  rawSql,
  sql,
  text,
  textArray,
  uuid,
  type Statement,
} from '../../lib/data-api/sql.ts';

/** A function, view or trigger, by the words that would drop it, with the checksum of its text. */
export type InstalledDefinition = { readonly name: string; readonly checksum: string };

const installed = z.strictObject({ name: z.string(), checksum: z.string() });

/** The table that tells which migrations a database has, and whose lock lets one run at a time change the schema. */
export const createMigrationTable: Statement = rawSql(
  'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp())',
);

/** Waits until no other run changes the schema, to the end of the transaction. */
export const lockMigrations: Statement = rawSql('lock table migration in exclusive mode');

/** The migrations that were applied. */
export function listAppliedMigrations(): RowsQuery<readonly InstalledDefinition[]> {
  return manyRows(
    sql`select jsonb_build_object('name', m.name, 'checksum', m.checksum)::text
from migration m
order by m.name`,
    installed,
  );
}

/** Whether the database has tables of the service. */
export function hasTables(): RowsQuery<boolean> {
  return oneRow(sql`select to_jsonb(to_regclass('public.account') is not null)::text`, z.boolean());
}

/** Remembers a migration. */
export function recordMigration({ name, checksum }: InstalledDefinition): Statement {
  return sql`insert into migration (name, checksum)
values (${text(name)}, ${text(checksum)})`;
}

const changedDefinition = z.strictObject({ name: z.string(), isNew: z.boolean() });

/** Those of some definitions that are not installed as they are now, by name; and whether nothing was installed under the name. */
export function findChangedDefinitions(
  definitions: readonly InstalledDefinition[],
): RowsQuery<readonly z.infer<typeof changedDefinition>[]> {
  return manyRows(
    sql`select jsonb_build_object('name', d.name, 'isNew', s.name is null)::text
from jsonb_to_recordset(${json(definitions)}) as d (name text, checksum text)
left join schema_definition s on s.name = d.name
where s.checksum is distinct from d.checksum`,
    changedDefinition,
  );
}

/** Remembers that a stored result is to be made anew, from its beginning. */
export function markResultStale(name: string): Statement {
  return sql`insert into stale_result (name)
values (${text(name)})
on conflict (name) do update
set done_to = null`;
}

const staleResult = z.strictObject({ name: z.string(), doneTo: z.string().nullable() });

/** The stored results that are being made anew, each with the key up to which it is. */
export function listStaleResults(): RowsQuery<readonly z.infer<typeof staleResult>[]> {
  return manyRows(
    sql`select jsonb_build_object('name', s.name, 'doneTo', s.done_to)::text
from stale_result s
order by s.name`,
    staleResult,
  );
}

/** Remembers the key up to which a stored result is made anew; undefined where all of it is. */
export function recordRebuilt(name: string, doneTo: string | undefined): Statement {
  return doneTo === undefined
    ? sql`delete from stale_result where name = ${text(name)}`
    : sql`update stale_result set done_to = ${uuid(doneTo)} where name = ${text(name)}`;
}

/** Remembers what is installed. */
export function recordDefinitions(definitions: readonly InstalledDefinition[]): Statement {
  return sql`insert into schema_definition as s (name, checksum)
select d.name, d.checksum
from jsonb_to_recordset(${json(definitions)}) as d (name text, checksum text)
on conflict (name) do update
set
  checksum = excluded.checksum,
  gone_since = null
where s.checksum <> excluded.checksum
  or s.gone_since is not null`;
}

/**
 * Forgets what is to be dropped, by name: triggers that are not among these, and functions and views that were not among those of the version
 * before either.
 */
export function removeObsoleteDefinitions(
  names: readonly string[],
  version: string,
): RowsQuery<readonly string[]> {
  return manyRows(
    sql`with forgotten as (
  delete from schema_definition s
  where s.name <> all (${textArray(names)})
    and (s.gone_since <> ${text(version)} or starts_with(s.name, 'trigger '))
  returning s.name
)
select to_jsonb(f.name)::text
from forgotten f
order by f.name like 'trigger %' desc, f.name like 'view %' desc, f.name`,
    z.string(),
  );
}

/** Remembers since which version of the schema something is gone. */
export function markDefinitionsGone(names: readonly string[], version: string): Statement {
  return sql`update schema_definition s
set gone_since = ${text(version)}
where s.name <> all (${textArray(names)})
  and s.gone_since is null`;
}
