import { roleName, databaseRoles, type DatabaseRole } from './database.ts';

const quotedRoles = databaseRoles.map((role) => `'${roleName(role)}'`).join(', ');

/** Creates the roles and PostGIS, which exist in AWS before the service. Can run again, also concurrently, because roles belong to the whole server. */
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
  // As in infra/schema/foundation/roles.sql, where the migrating role is not allowed to do this.
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
  // Functions of PostgreSQL that can write in a read-only session; only a superuser can revoke them (docs/spatial-views.md).
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

/** Resets the whole state of a session. */
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

/** The initial settings of a session of the Data API. */
export const sessionSettings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  // As in the parameter group of the deployed cluster: compilation takes longer than most statements.
  jit: 'off',
};

/** The embedded database allocates all buffers when it opens; the system also caches its files. */
export const memorySettings: Readonly<Record<string, string>> = { shared_buffers: '32MB' };

/** The SQL that sets the role of a superuser's session so that `reset role` does not undo it. */
export function setRoleSql(role: DatabaseRole): string {
  return `set session authorization ${roleName(role)}`;
}
