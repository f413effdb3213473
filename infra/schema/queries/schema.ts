import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../lib/data-api/query.ts';
import {
  json,
  rawSql,
  sql,
  text,
  textArray,
  uuid,
  type Statement,
} from '../../../lib/data-api/sql.ts';

/** A migration; or a function, view or trigger, whose name is the text after `drop` in SQL, such as `view name`. */
export type InstalledDefinition = { readonly name: string; readonly checksum: string };

const installedDefinitionSchema = z.strictObject({ name: z.string(), checksum: z.string() });

/** Creates the table of applied migrations. It is also what `lockMigrations` locks. */
export const createMigrationTable: Statement = rawSql(
  'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp())',
);

/** Prevents other upgrades until the transaction ends. */
export const lockMigrations: Statement = rawSql('lock table migration in exclusive mode');

export function listAppliedMigrations(): RowsQuery<readonly InstalledDefinition[]> {
  return manyRows(
    sql`select jsonb_build_object('name', m.name, 'checksum', m.checksum)::text
from migration m
order by m.name`,
    installedDefinitionSchema,
  );
}

export function hasTables(): RowsQuery<boolean> {
  return oneRow(sql`select to_jsonb(to_regclass('public.account') is not null)::text`, z.boolean());
}

export function recordMigration({ name, checksum }: InstalledDefinition): Statement {
  return sql`insert into migration (name, checksum)
values (${text(name)}, ${text(checksum)})`;
}

const changedDefinitionSchema = z.strictObject({ name: z.string(), isNew: z.boolean() });

/** Finds definitions that differ from the installed ones. `isNew` tells that none is installed under the name. */
export function findChangedDefinitions(
  definitions: readonly InstalledDefinition[],
): RowsQuery<readonly z.infer<typeof changedDefinitionSchema>[]> {
  return manyRows(
    sql`select jsonb_build_object('name', d.name, 'isNew', s.name is null)::text
from jsonb_to_recordset(${json(definitions)}) as d (name text, checksum text)
left join schema_definition s on s.name = d.name
where s.checksum is distinct from d.checksum`,
    changedDefinitionSchema,
  );
}

/** Marks a stored result as stale: it must be rebuilt from its first key. */
export function markResultStale(name: string): Statement {
  return sql`insert into stale_result (name)
values (${text(name)})
on conflict (name) do update
set done_to = null`;
}

const staleResultSchema = z.strictObject({ name: z.string(), doneTo: z.string().nullable() });

/** Lists stale results, each with the last key up to which it is rebuilt. */
export function listStaleResults(): RowsQuery<readonly z.infer<typeof staleResultSchema>[]> {
  return manyRows(
    sql`select jsonb_build_object('name', s.name, 'doneTo', s.done_to)::text
from stale_result s
order by s.name`,
    staleResultSchema,
  );
}

/** Records up to which key a stale result is rebuilt. @param lastKey undefined if it is rebuilt completely */
export function recordRebuildProgress(name: string, lastKey: string | undefined): Statement {
  return lastKey === undefined
    ? sql`delete from stale_result where name = ${text(name)}`
    : sql`update stale_result set done_to = ${uuid(lastKey)} where name = ${text(name)}`;
}

/** Records the installed definitions. */
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
 * Deletes the records of the definitions that must be dropped: obsolete triggers, and functions and views that were already
 * obsolete in the previous version, so that no running function uses them.
 * @param names the definitions of this version
 * @returns the names of the definitions to drop
 */
export function removeObsoleteDefinitions(
  names: readonly string[],
  version: string,
): RowsQuery<readonly string[]> {
  return manyRows(
    sql`with removed as (
  delete from schema_definition s
  where s.name <> all (${textArray(names)})
    and (s.gone_since <> ${text(version)} or starts_with(s.name, 'trigger '))
  returning s.name
)
select to_jsonb(r.name)::text
from removed r
order by r.name like 'trigger %' desc, r.name like 'view %' desc, r.name`,
    z.string(),
  );
}

/** Records for obsolete definitions the first version without them. @param names the definitions of this version */
export function markDefinitionsGone(names: readonly string[], version: string): Statement {
  return sql`update schema_definition s
set gone_since = ${text(version)}
where s.name <> all (${textArray(names)})
  and s.gone_since is null`;
}
