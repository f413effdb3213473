import type { Session } from '../../../infra/local/database/database.ts';
import {
  sortViewRows,
  listExpectedViewNames,
  type ViewRow,
  type ViewRows,
} from './expected-rows.ts';
import { formatActualShape } from './shapes.ts';
import type { Tables } from '../world/tables.ts';

/** Quotes a name for a statement. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a text for a statement. */
export function quoteLiteral(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The first columns of every view. */
export const fixedColumns = ['gid', 'tileid', 'nodeid', 'geom', 'resourceinstanceid'] as const;

const isFixedColumn = (name: string): boolean => fixedColumns.some((fixed) => fixed === name);

/** Reads the columns of a view in their order; an empty list if there is no such view. */
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

/**
 * Reads the rows of the views of every active spatial view.
 * @throws PostgresError if a view is missing
 */
export async function readViewRows(
  session: Session,
  { spatial_view: views }: Tables,
): Promise<ViewRows> {
  const rowsOfViews = new Map<string, readonly ViewRow[]>();
  for (const view of views.filter(({ is_active }) => is_active)) {
    for (const name of listExpectedViewNames(view)) {
      const columns = await readViewColumns(session, view.schema_name, name);
      const attributes = columns.filter((column) => !isFixedColumn(column));
      const selected = [
        'tileid::text',
        'nodeid::text',
        'resourceinstanceid::text',
        'st_asgeojson(geom, 15)',
        ...attributes.map((column) => `${quoteIdentifier(column)}::text`),
      ];
      const { rows } = await session.query(
        `select ${selected.join(', ')} from ${quoteIdentifier(view.schema_name)}.${quoteIdentifier(name)}`,
        [],
        60_000,
      );
      rowsOfViews.set(
        `${view.schema_name}.${name}`,
        sortViewRows(rows.map(formatShapesIn(view.srid))),
      );
    }
  }
  return rowsOfViews;
}

function formatShapesIn(srid: number): (row: ViewRow) => ViewRow {
  return ([tile = null, node = null, resource = null, shape, ...attributes]) => [
    tile,
    node,
    resource,
    typeof shape === 'string' ? formatActualShape(shape, srid) : null,
    ...attributes,
  ];
}
