import { PostgresError, type Session } from '../../../infra/local/database/database.ts';

/** The rows of a statement, or the code of its error. `message` is one text with all rows, or with the whole error. */
export type AttemptOutcome = {
  readonly code: string | undefined;
  readonly rows: readonly (readonly (string | null)[])[];
  readonly message: string;
};

/**
 * Runs a statement that PostgreSQL can refuse.
 * @throws all errors other than those of PostgreSQL
 */
export async function attemptStatement(
  session: Session,
  statement: string,
): Promise<AttemptOutcome> {
  try {
    const { rows } = await session.query(statement, [], 60_000);
    return { code: undefined, rows, message: JSON.stringify(rows) };
  } catch (error) {
    if (!(error instanceof PostgresError)) throw error;
    const message = JSON.stringify([error.message, error.parts]);
    return { code: error.sqlState, rows: [], message };
  }
}

export const permissionDenied = '42501';

/** The condition that an object belongs to no extension. */
const belongsToNoExtension = (catalog: string, key: string): string =>
  `not exists (
  select
  from pg_depend d
  where d.classid = '${catalog}'::regclass
    and d.objid = ${key}
    and d.deptype = 'e'
)`;

/** Lists the routines of the service that a role is allowed to execute. */
export const executableRoutinesQuery = (role: string): string => `select p.oid::regprocedure::text
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
where n.nspname not in ('pg_catalog', 'information_schema')
  and ${belongsToNoExtension('pg_proc', 'p.oid')}
  and has_function_privilege('${role}', p.oid, 'execute')
order by 1`;

const privileges = [
  'select',
  'insert',
  'update',
  'delete',
  'truncate',
  'references',
  'trigger',
] as const;

/** Lists the relations of the service on which a role has a privilege, as "name privilege". */
export const accessibleRelationsQuery = (
  role: string,
): string => `select c.oid::regclass::text || ' ' || k.privilege
from pg_catalog.pg_class c
join pg_namespace n on n.oid = c.relnamespace
cross join unnest(array[${privileges.map((privilege) => `'${privilege}'`).join(', ')}]) k (privilege)
where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and c.relkind in ('r', 'v', 'm', 'p', 'f')
  and ${belongsToNoExtension('pg_class', 'c.oid')}
  and (
    has_table_privilege('${role}', c.oid, k.privilege)
    or (k.privilege in ('select', 'insert', 'update', 'references') and has_any_column_privilege('${role}', c.oid, k.privilege))
  )
order by 1`;

/** Lists the sequences of the service on which a role has any privilege. */
export const accessibleSequencesQuery = (role: string): string => `select c.oid::regclass::text
from pg_catalog.pg_class c
where c.relkind = 'S'
  and (
    has_sequence_privilege('${role}', c.oid, 'usage')
    or has_sequence_privilege('${role}', c.oid, 'select')
    or has_sequence_privilege('${role}', c.oid, 'update')
  )
order by 1`;

/** Lists the schemas in which a role is allowed to create objects, and its privileges on the database. */
export const creatableSchemasQuery = (role: string): string => `select n.nspname::text
from pg_namespace n
where n.nspname not like 'pg\\_%'
  and has_schema_privilege('${role}', n.oid, 'create')
union all
select 'database ' || k.privilege
from unnest(array['create', 'temporary']) k (privilege)
where has_database_privilege('${role}', current_database(), k.privilege)
order by 1`;

/** Lists the catalogs of PostgreSQL that a role is allowed to read. */
export const readableCatalogsQuery = (role: string): string => `select c.oid::regclass::text
from pg_catalog.pg_class c
join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('pg_catalog', 'information_schema')
  and c.relkind in ('r', 'v')
  and has_table_privilege('${role}', c.oid, 'select')
order by 1`;
