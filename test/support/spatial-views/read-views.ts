import type { Session } from '../../../infra/local/database/database.ts';
import { sortViewRows, expectedViewNames, type ViewRow, type ViewRows } from './expected-rows.ts';
import { actualShape } from './shapes.ts';
import type { StoredTables } from './stored-tables.ts';

/** A name of PostgreSQL as it stands in a statement, whatever is in it. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text of PostgreSQL as it stands in a statement. */
export function quoteLiteral(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The columns that every view begins with. */
export const fixedColumns = ['gid', 'tileid', 'nodeid', 'geom', 'resourceinstanceid'] as const;

const isFixed = (name: string): boolean => fixedColumns.some((fixed) => fixed === name);

/** The columns of a view, in their order; none where there is no such view. */
export async function readViewColumns(
  session: Session,
  schema: string,
  name: string,
): Promise<readonly string[]> {
  const { rows } = await session.query(
    `select a.attname
from pg_attribute a
join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind = 'v'
join pg_namespace s on s.oid = c.relnamespace
where s.nspname = ${quoteLiteral(schema)} and c.relname = ${quoteLiteral(name)} and a.attnum > 0 and not a.attisdropped
order by a.attnum`,
    [],
    60_000,
  );
  return rows.map(([column]) => String(column));
}

/** What the views of every active spatial view show, read by a session. @throws RefusedByPostgres where one is not there */
export async function readViewRows(session: Session, { views }: StoredTables): Promise<ViewRows> {
  const found = new Map<string, readonly ViewRow[]>();
  for (const view of views.filter(({ is_active }) => is_active)) {
    for (const name of expectedViewNames(view)) {
      const columns = await readViewColumns(session, view.schema_name, name);
      const attributes = columns.filter((column) => !isFixed(column));
      const wanted = [
        'tileid::text',
        'nodeid::text',
        'resourceinstanceid::text',
        'st_asgeojson(geom, 15)',
        ...attributes.map((column) => `${quoteIdentifier(column)}::text`),
      ];
      const { rows } = await session.query(
        `select ${wanted.join(', ')} from ${quoteIdentifier(view.schema_name)}.${quoteIdentifier(name)}`,
        [],
        60_000,
      );
      found.set(`${view.schema_name}.${name}`, sortViewRows(rows.map(withShape(view.srid))));
    }
  }
  return found;
}

function withShape(srid: number): (row: ViewRow) => ViewRow {
  return ([tile = null, node = null, resource = null, shape, ...attributes]) => [
    tile,
    node,
    resource,
    typeof shape === 'string' ? actualShape(shape, srid) : null,
    ...attributes,
  ];
}
