import { roleName, databaseRoles, type DatabaseRole } from './database.ts';

const quotedRoles = databaseRoles.map((role) => `'${roleName(role)}'`).join(', ');

/**
 * Makes what every local database has before its first migration: the roles and PostGIS. In AWS these are there before
 * the service is. Safe to repeat, and when two run at once: roles belong to the whole server.
 */
export const setupStatements: readonly string[] = [
  `do $$
declare
  wanted text;
begin
  foreach wanted in array array[${quotedRoles}] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end loop;
  execute format('grant create, temporary, connect on database %I to ${roleName('owner')}', current_database());
  -- Nobody else makes temporary tables but the functions of the service.
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant temporary on database %I to ${roleName('service')}', current_database());
end
$$`,
  // As infra/schema/foundation/roles.sql does where the role that migrates may.
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
  -- Another one does so at the same time.
  when internal_error or unique_violation then null;
end
$$`,
  // Functions of PostgreSQL that write in a session that is read-only: no owner of a database may take them away (docs/spatial-views.md).
  `do $$
declare
  writing regprocedure;
begin
  for writing in
    select p.oid
    from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and p.proname ~ '^(lo_|lowrite$|pg_logical_emit_message$)'
      and has_function_privilege('${roleName('reader')}', p.oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', writing);
  end loop;
end
$$`,
  `alter schema public owner to ${roleName('owner')}`,
  'create extension if not exists postgis with schema public',
];

/** What a session is given back with: nothing of its state stays for the next caller. */
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

/** The settings that a session of the Data API begins with. */
export const sessionSettings: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  // As in the parameter group of the deployed cluster: compiling a plan takes longer than running most statements.
  jit: 'off',
};

/** The embedded database takes all of its buffers when it opens; the files behind them are in the memory of the system. */
export const memorySettings: Readonly<Record<string, string>> = { shared_buffers: '32MB' };

/** Makes a session of a superuser act as a role, in a way that `reset role` does not undo. */
export function setRoleSql(role: DatabaseRole): string {
  return `set session authorization ${roleName(role)}`;
}
