import { json, rawSql, sql, type Statement } from '../../../lib/data-api/sql.ts';

import type { AccessTables } from './tables.ts';

/** Rows by table; all rows of a table have the same columns. */
type RowsToInsert = Readonly<Record<string, readonly object[]>>;

/**
 * Inserts rows into many tables in one statement, so that references between them are checked at its end.
 * @param keys the key column of each table whose existing rows are updated
 */
export function insertRows(
  rows: RowsToInsert,
  keys: Readonly<Record<string, string>> = {},
): Statement {
  const inserts = Object.entries(rows).flatMap(([table, [first]]) => {
    if (first === undefined) return [];
    const columns = Object.keys(first);
    const key = keys[table];
    const updatedColumns = columns.filter((column) => column !== key);
    const conflict =
      key === undefined
        ? ''
        : `on conflict (${key}) do update set ${updatedColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
    return [
      `inserted_${table} as (
  insert into ${table} (${columns.join(', ')})
  select ${columns.map((column) => `r.${column}`).join(', ')}
  from input
  cross join lateral jsonb_populate_recordset(null::${table}, input.rows -> '${table}') r
  ${conflict}
)`,
    ];
  });
  return sql`with input as (select ${json(rows)} as rows),
${rawSql(inserts.join(',\n'))}
select 1`;
}

/** Inserts whole tables into an empty database, with bare graphs for their nodegroups and resource instances. */
export function insertTables(tables: AccessTables): Statement {
  const graphs = new Set([...tables.nodegroup, ...tables.resource].map((row) => row.graph_id));
  return insertRows(
    {
      ...tables,
      graph: [...graphs].map((id) => ({
        graph_id: id,
        publication_id: id,
        name: 'graph',
        is_resource_model: true,
        source: {},
      })),
      nodegroup: tables.nodegroup.map((row) => ({
        ...row,
        cardinality: 'n',
        depth: 0,
        model_position: 0,
        is_hidden: false,
      })),
    },
    { account_group: 'account_group_id' },
  );
}
