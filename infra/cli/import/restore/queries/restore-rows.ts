import * as z from 'zod';

import {
  jsonString,
  rawSql,
  sql,
  text,
  uuidArray,
  type Statement,
} from '../../../../../lib/data-api/sql.ts';
import { oneRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { stagedText } from '../../../../../lib/queries/staging.ts';
import type { TableColumns } from '../../../export/queries/package-rows.ts';
import type { PackageTable } from '../../../export/queries/package-tables.ts';

/** Rows of a table, each as a JSON object. */
export type RestoredRows = { readonly table: PackageTable; readonly rows: Statement };

/** Binds rows as a parameter with a JSON array. @param lines each a row as a JSON object */
export function rowsParameter(lines: readonly string[]): Statement {
  return sql`${jsonString(`[${lines.join(',')}]`)}`;
}

/** The rows of the staged text, which is a JSON array. */
export const stagedRows: Statement = sql`${stagedText}::jsonb`;

/** Selects the rows of a table from a JSON array of objects such as `{"tile": row}`. */
export function selectTableRows(objects: Statement, { name }: PackageTable): Statement {
  return sql`(
    select coalesce(jsonb_agg(o.object -> '${rawSql(name)}'), '[]')
    from jsonb_array_elements(${objects}) as o (object)
    where jsonb_exists(o.object, '${rawSql(name)}')
  )`;
}

/**
 * Writes rows of tables in one statement. Rows that are already stored do not change, because an interrupted restore wrote them.
 * @param columns the columns of all tables
 */
export function restoreRows(parts: readonly RestoredRows[], columns: TableColumns): Statement {
  const insertions = parts
    .map(
      (part) => sql`restored_${rawSql(part.table.name)} as (
  ${insertRows(part, columns)}
)`,
    )
    .reduce(
      (list, part) => sql`${list},
${part}`,
    );
  return sql`with ${insertions}
select 1`;
}

function insertRows({ table, rows }: RestoredRows, columns: TableColumns): Statement {
  const restoredColumns = (columns[table.name] ?? []).filter(
    ({ name }) => !(table.derivedColumns ?? []).includes(name),
  );
  const names = restoredColumns.map(({ name }) => name).join(', ');
  // jsonb_populate_recordset turns the JSON value null into an SQL null, which required columns do not accept.
  const values = restoredColumns
    .map(({ name, isRequiredJson }) =>
      isRequiredJson ? `coalesce(r.${name}, 'null'::jsonb)` : `r.${name}`,
    )
    .join(', ');
  return sql`insert into ${rawSql(table.name)} (${rawSql(names)})
  overriding system value
  select ${rawSql(values)}
  from jsonb_populate_recordset(null::${rawSql(table.name)}, ${rows}) r
  on conflict do nothing`;
}

/**
 * Writes the tiles of records of business data, in their order. Tiles that are already stored do not change.
 * @param records a JSON array of records
 */
export function restoreTiles(records: Statement): Statement {
  return sql`insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data, provisional_edits)
select t.tileid, t.resourceinstance_id, t.nodegroup_id, t.parenttile_id, t.sortorder, t.data, t.provisionaledits
from jsonb_array_elements(${records}) with ordinality as r (record, number)
cross join lateral rows from (
  jsonb_to_recordset(r.record -> 'tiles') as (
    tileid uuid,
    resourceinstance_id uuid,
    nodegroup_id uuid,
    parenttile_id uuid,
    sortorder integer,
    data jsonb,
    provisionaledits jsonb
  )
) with ordinality as t
order by r.number, t.ordinality
on conflict (tile_id) do nothing`;
}

/** Marks tiles as consisting of proposals only. @param tileIds a JSON array */
export function markProposedTiles(tileIds: Statement): Statement {
  return sql`update tile
set is_proposed = true
where tile_id in (select i.tile_id::uuid from jsonb_array_elements_text(${tileIds}) as i (tile_id))
  and not is_proposed`;
}

/** Deletes the rows that a table has in a new database. */
export function deleteSeeds({ name }: PackageTable): Statement {
  return sql`delete from ${rawSql(name)}`;
}

/** Deletes the records of files. */
export function deleteStoredFiles(fileIds: readonly string[]): Statement {
  return sql`delete from file
where file_id = any (${uuidArray(fileIds)})`;
}

/** Reads whether the database has any accounts, data or history. */
export function hasData(): RowsQuery<boolean> {
  return oneRow(
    sql`select to_json(
  exists (select from account)
  or exists (select from graph)
  or exists (select from ontology)
  or exists (select from concept)
  or exists (select from resource)
  or exists (select from activity)
  or exists (select from edit_log)
)::text`,
    z.boolean(),
  );
}

/** Deletes a setting. */
export function deleteSetting(name: string): Statement {
  return sql`delete from setting
where name = ${text(name)}`;
}
