import pg from 'pg';

import { NativeDatabaseNotReady, roleName, databaseRoles, type DatabaseRole } from './database.ts';
import { setRoleSql, setupStatements } from './setup.ts';

const missingParts = `
with wanted as (
  select unnest($1::text[]) as role_name
)
select
  coalesce((select rolsuper from pg_roles where rolname = current_user), false) as is_superuser,
  current_user as login,
  current_database() as database_name,
  exists (select from pg_extension where extname = 'postgis') as has_postgis,
  array(
    select w.role_name
    from wanted w
    left join pg_roles r on r.rolname = w.role_name
    where r.oid is null
  ) as missing_roles,
  array(
    select w.role_name
    from wanted w
    join pg_roles r on r.rolname = w.role_name
    where not pg_has_role(r.oid, 'member')
  ) as foreign_roles,
  array(
    select w.role_name
    from wanted w
    join pg_roles r on r.rolname = w.role_name
    where not has_database_privilege(r.oid, current_database(), 'connect, temporary')
  ) as roles_outside,
  exists (
    select
    from pg_roles r
    where r.rolname = $2
      and has_database_privilege(r.oid, current_database(), 'create')
      and pg_has_role(r.oid, (select nspowner from pg_namespace where nspname = 'public'), 'member')
  ) as owner_owns
`;

type ServerState = {
  readonly is_superuser: boolean;
  readonly login: string;
  readonly database_name: string;
  readonly has_postgis: boolean;
  readonly missing_roles: readonly string[];
  /** Roles that the login may not become. */
  readonly foreign_roles: readonly string[];
  /** Roles that may not use this database. */
  readonly roles_outside: readonly string[];
  /** Whether the role that migrates may make schemas here, and owns the schema of the tables. */
  readonly owner_owns: boolean;
};

/**
 * Makes sure that a native database has PostGIS and the roles of the service: makes them where the login is a
 * superuser, and otherwise asks for them.
 * @returns the SQL that makes a session act as a role
 * @throws NativeDatabaseNotReady with the SQL to run as a superuser
 */
export async function prepareServer(pool: pg.Pool): Promise<(role: DatabaseRole) => string> {
  const { rows } = await pool.query<ServerState>(missingParts, [
    databaseRoles.map(roleName),
    roleName('owner'),
  ]);
  const [state] = rows;
  if (state?.is_superuser === true) {
    for (const statement of setupStatements) await pool.query(statement);
    return setRoleSql;
  }
  const needed = state === undefined ? [] : neededBy(state);
  if (needed.length > 0) {
    throw new NativeDatabaseNotReady(
      `The database ${state?.database_name} lacks what the service needs, and its login ${state?.login} is no superuser. ` +
        `Run there as one:\n${needed.join('\n')}`,
    );
  }
  return (role) => `set role ${roleName(role)}`;
}

function neededBy(state: ServerState): readonly string[] {
  const owner = roleName('owner');
  const database = pg.escapeIdentifier(state.database_name);
  const ungranted = [...state.missing_roles, ...state.foreign_roles];
  return [
    ...state.missing_roles.map((role) => `create role ${role} nologin;`),
    ...ungranted.map((role) => `grant ${role} to ${pg.escapeIdentifier(state.login)};`),
    ...state.roles_outside.map(
      (role) =>
        `grant connect${role === roleName('reader') ? '' : ', temporary'} on database ${database} to ${role};`,
    ),
    ...(state.owner_owns
      ? []
      : [
          `grant create, temporary, connect on database ${database} to ${owner};`,
          `alter schema public owner to ${owner};`,
        ]),
    ...(state.has_postgis ? [] : ['create extension postgis with schema public;']),
  ];
}
