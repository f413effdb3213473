import { roleName, databaseRoles, type DatabaseRole } from './database.ts';

const quotedRoles = databaseRoles.map((role) => `'${roleName(role)}'`).join(', ');

/**
 * Creates the roles and PostGIS, which in AWS are created before the service. May run again and concurrently, because roles
 * belong to the whole server and not to one database.
 */
export const setupStatements: readonly string[] = [
  `do $$
declare
  role_name text;
begin
  foreach role_name in array array[${quotedRoles}] loop
    begin
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin', role_name);
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end loop;
  execute format('grant create, temporary, connect on database %I to ${roleName('owner')}', current_database());
  -- Only writers and imports create temporary tables.
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant temporary on database %I to ${roleName('service')}, ${roleName('write')}', current_database());
end
$$`,
  // The same as in infra/schema/foundation/roles.sql. There it is skipped, because the role `owner` may not do it on this server.
  `do $$
begin
  if not exists (
    select
    from pg_roles r
    join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = 0
    where r.rolname = '${roleName('reader')}'
      and r.rolconnlimit <> -1
      and array_to_string(s.setconfig, ' ') like '%readable%'
  ) then
    alter role ${roleName('reader')} set search_path = public, readable, pg_catalog;
    alter role ${roleName('reader')} set default_transaction_read_only = on;
    alter role ${roleName('reader')} set statement_timeout = '60s';
    alter role ${roleName('reader')} set idle_in_transaction_session_timeout = '60s';
    alter role ${roleName('reader')} connection limit 40;
  end if;
exception
  -- Another session does this at the same time.
  when internal_error or unique_violation then null;
end
$$`,
  // Revokes functions of PostgreSQL that can write even in a read-only session. Only a superuser can do this (docs/spatial-views.md).
  `do $$
declare
  writing_function regprocedure;
begin
  for writing_function in
    select p.oid
    from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and p.proname ~ '^(lo_|lowrite$|pg_logical_emit_message$)'
      and has_function_privilege('${roleName('reader')}', p.oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', writing_function);
  end loop;
end
$$`,
  `alter schema public owner to ${roleName('owner')}`,
  'create extension if not exists postgis with schema public',
];

/** The SQL that resets the whole state of a session. */
export const resetSessionSql = [
  'rollback',
  'close all',
  'set session authorization default',
  'reset role',
  'reset all',
  'deallocate all',
  'unlisten *',
  'select pg_advisory_unlock_all()',
  'discard temp',
  'discard sequences',
].join('; ');

/** The settings with which the Data API begins each session. */
export const sessionSettings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  // As in the parameter group of the deployed cluster: compilation takes longer than most statements.
  jit: 'off',
};

/** Few buffers, because the embedded database allocates all of them when it opens, and the system caches its files anyway. */
export const memorySettings: Readonly<Record<string, string>> = { shared_buffers: '32MB' };

/** Returns the SQL that sets the role of a superuser's session, in a way that `reset role` does not undo. */
export function setRoleSql(role: DatabaseRole): string {
  return `set session authorization ${roleName(role)}`;
}
