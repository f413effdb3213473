import type { UnreadPart } from '../import-summary.ts';
import { systemSettingsGraphId } from '../package/detect-content.ts';
import type { DatabaseSource } from './database-source.ts';
import { readTables, unreadTables } from './source-tables.ts';
import type { Source } from './source.ts';
import { liveGraphCondition } from './working-copies.ts';

/** The nodegroup of saved searches, which are tiles of the system settings. The platform installs it with the same id everywhere. */
const savedSearchNodegroup = 'feb95991-fa14-11e6-974f-6c4008b05c4c';

/** Rows of the tables that the import reads, which it passes over. */
const passedOverRows: readonly {
  readonly name: string;
  readonly reason: string;
  readonly query: string;
}[] = [
  {
    name: 'saved searches',
    reason: 'they are system settings of another installation',
    query: `tiles t where t.nodegroupid = '${savedSearchNodegroup}'`,
  },
  {
    name: 'other tiles of the system settings',
    reason: 'they are system settings of another installation',
    query: `tiles t
join resource_instances r on r.resourceinstanceid = t.resourceinstanceid
where r.graphid = '${systemSettingsGraphId}' and t.nodegroupid is distinct from '${savedSearchNodegroup}'`,
  },
  {
    name: 'edits of the system settings',
    reason: 'they are system settings of another installation',
    query: `edit_log e where e.resourceclassid = '${systemSettingsGraphId}'`,
  },
  {
    name: 'working copies of models',
    reason: 'only the models themselves are imported',
    query: `graphs g where not (${liveGraphCondition})`,
  },
  {
    name: 'relations without an end',
    reason: 'they are left over from deleted resource instances',
    query: `resource_x_resource r
where r.tileid is null and (r.resourceinstanceidfrom is null or r.resourceinstanceidto is null)`,
  },
  {
    name: 'rights on objects other than nodegroups and resource instances',
    reason: 'this service has no such objects',
    query: `(
  select content_type_id from guardian_userobjectpermission
  union all
  select content_type_id from guardian_groupobjectpermission
) o
join django_content_type c on c.id = o.content_type_id
where c.app_label <> 'models' or c.model not in ('nodegroup', 'resourceinstance')`,
  },
];

/** How many rows with a name are not read, and why. The number is undefined if the role may not select them. */
type UnreadRows = {
  readonly name: string;
  readonly reason: string;
  readonly rows: number | undefined;
};

/**
 * Lists what a source has and the import passes over, with the number of rows: rows of tables that it reads, known tables, and all others in
 * the schema `public`. Those with the same reason are one part.
 * @rule Imports and exports: Which tables of another platform's database are read, and what becomes of the rest?
 */
export async function listUnreadParts({
  source,
}: Pick<DatabaseSource, 'source'>): Promise<readonly UnreadPart[]> {
  const rows = [...(await countPassedOverRows(source)), ...(await countUnreadTables(source))];
  const present = rows.filter((part) => part.rows !== 0);
  return [...Map.groupBy(present, ({ reason }) => reason)].map(([reason, parts]) => ({
    name: parts
      .map(({ name, rows: count }) => `${name}: ${count ?? 'the role may not count them'}`)
      .join(', '),
    reason,
  }));
}

async function countPassedOverRows(source: Source): Promise<readonly UnreadRows[]> {
  const counts = await countRows(
    source,
    passedOverRows.map(({ query }) => query),
  );
  return passedOverRows.map(({ name, reason }, index) => ({ name, reason, rows: counts[index] }));
}

/** Lists the tables of the schema `public` that the import does not read, except those of extensions. */
const tableQuery = `select c.relname as name, has_table_privilege(c.oid, 'select')::text as is_readable
from pg_class c
where c.relnamespace = 'public'::regnamespace
  and c.relkind in ('r', 'p')
  and not c.relispartition
  and not exists (
    select
    from pg_depend d
    where d.classid = 'pg_class'::regclass
      and d.objid = c.oid
      and d.deptype = 'e'
  )
order by c.relname collate "C"`;

async function countUnreadTables(source: Source): Promise<readonly UnreadRows[]> {
  const tables = (await source.read(tableQuery))
    .map(({ name, is_readable }) => ({ name: name ?? '', isReadable: is_readable === 'true' }))
    .filter(({ name }) => !readTables.has(name));
  const readable = tables.filter(({ isReadable }) => isReadable).map(({ name }) => name);
  const counts = await countRows(source, readable.map(quoteName));
  const rowsByTable = new Map(readable.map((name, index) => [name, counts[index]]));
  const tableNames = new Set(tables.map(({ name }) => name));
  const known = unreadTables.flatMap(({ reason, names }) =>
    Object.entries(names)
      .filter(([table]) => tableNames.has(table))
      .map(([table, name]) => ({ name, reason, rows: rowsByTable.get(table), table })),
  );
  const knownTables = new Set(known.map(({ table }) => table));
  const others = tables
    .filter(({ name }) => !knownTables.has(name))
    .map(({ name }) => ({
      name: `rows of ${name}`,
      // The platform fills these tables from tiles.
      reason: name.startsWith('sp_attr_')
        ? 'this service makes them itself'
        : 'they are not a known part of the database',
      rows: rowsByTable.get(name),
    }));
  return [...known, ...others];
}

/** Counts rows. @param sources what follows `from`, for each count */
async function countRows(
  source: Source,
  sources: readonly string[],
): Promise<readonly (number | undefined)[]> {
  if (sources.length === 0) return [];
  const columns = sources.map((from) => `(select count(*) from ${from})`);
  const [row] = await source.read(
    `select array_to_json(array[${columns.join(', ')}])::text as counts`,
  );
  const counts: unknown = JSON.parse(row?.['counts'] ?? '[]');
  return Array.isArray(counts) ? counts.map(Number) : [];
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
