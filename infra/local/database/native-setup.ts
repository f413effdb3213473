import pg from 'pg';

import { NativeDatabaseNotReady, roleName, databaseRoles, type DatabaseRole } from './database.ts';
import { setRoleSql, setupStatements } from './setup.ts';

const selectServerState = `
with needed as (
  select unnest($1::text[]) as role_name
)
select
  coalesce((select rolsuper from pg_roles where rolname = current_user), false) as is_superuser,
  current_user as login,
  current_database() as database_name,
  exists (select from pg_extension where extname = 'postgis') as has_postgis,
  array(
    select n.role_name
    from needed n
    left join pg_roles r on r.rolname = n.role_name
    where r.oid is null
  ) as missing_roles,
  array(
    select n.role_name
    from needed n
    join pg_roles r on r.rolname = n.role_name
    where not pg_has_role(r.oid, 'member')
  ) as ungranted_roles,
  array(
    select n.role_name
    from needed n
    join pg_roles r on r.rolname = n.role_name
    where not has_database_privilege(r.oid, current_database(), 'connect, temporary')
  ) as roles_without_access,
  exists (
    select
    from pg_roles r
    where r.rolname = $2
      and has_database_privilege(r.oid, current_database(), 'create')
      and pg_has_role(r.oid, (select nspowner from pg_namespace where nspname = 'public'), 'member')
  ) as is_owner_ready
`;

type ServerState = {
  readonly is_superuser: boolean;
  readonly login: string;
  readonly database_name: string;
  readonly has_postgis: boolean;
  readonly missing_roles: readonly string[];
  /** Roles that exist, but that the login is not a member of. */
  readonly ungranted_roles: readonly string[];
  readonly roles_without_access: readonly string[];
  /** Whether the role `owner` may create schemas, and owns the schema public. */
  readonly is_owner_ready: boolean;
};

/**
 * Creates PostGIS and the roles of the service if the login is a superuser. Otherwise checks that they exist.
 * @returns a function that returns the SQL to set the role of a session
 * @throws NativeDatabaseNotReady with the SQL to run as a superuser
 */
export async function prepareServer(pool: pg.Pool): Promise<(role: DatabaseRole) => string> {
  const { rows } = await pool.query<ServerState>(selectServerState, [
    databaseRoles.map(roleName),
    roleName('owner'),
  ]);
  const [state] = rows;
  if (state?.is_superuser === true) {
    for (const statement of setupStatements) await pool.query(statement);
    return setRoleSql;
  }
  const setupSql = state === undefined ? [] : listMissingSetup(state);
  if (setupSql.length > 0) {
    throw new NativeDatabaseNotReady(
      `The database ${state?.database_name} is not set up for the service, and its login ${state?.login} is not a superuser. ` +
        `Run this as a superuser:\n${setupSql.join('\n')}`,
    );
  }
  return (role) => `set role ${roleName(role)}`;
}

/** The roles that may create temporary tables. */
const rolesWithTemporaryTables: ReadonlySet<string> = new Set(
  (['owner', 'service', 'write'] as const).map(roleName),
);

/** Returns the SQL statements that a superuser must run. */
function listMissingSetup(state: ServerState): readonly string[] {
  const owner = roleName('owner');
  const database = pg.escapeIdentifier(state.database_name);
  const ungranted = [...state.missing_roles, ...state.ungranted_roles];
  return [
    ...state.missing_roles.map((role) => `create role ${role} nologin;`),
    ...ungranted.map((role) => `grant ${role} to ${pg.escapeIdentifier(state.login)};`),
    ...state.roles_without_access.map(
      (role) =>
        `grant connect${rolesWithTemporaryTables.has(role) ? ', temporary' : ''} on database ${database} to ${role};`,
    ),
    ...(state.is_owner_ready
      ? []
      : [
          `grant create, temporary, connect on database ${database} to ${owner};`,
          `alter schema public owner to ${owner};`,
        ]),
    ...(state.has_postgis ? [] : ['create extension postgis with schema public;']),
  ];
}
