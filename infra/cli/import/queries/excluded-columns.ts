import { rawSql, type Statement } from '../../../../lib/data-api/sql.ts';

/**
 * Returns the assignments after `on conflict … do update set` that take the values of the insert: `a = excluded.a, …`.
 * @param columns the names of the columns, separated by commas
 */
export function assignExcluded(columns: string): Statement {
  return rawSql(formatColumns(columns, (column) => `${column} = excluded.${column}`));
}

/**
 * Returns the condition that the stored row differs from the values of the insert in at least one column.
 * @param table the name or the alias of the table
 * @param columns the names of the columns, separated by commas
 */
export function differsFromExcluded(table: string, columns: string): Statement {
  const stored = formatColumns(columns, (column) => `${table}.${column}`);
  const excluded = formatColumns(columns, (column) => `excluded.${column}`);
  return rawSql(`(${stored}) is distinct from (${excluded})`);
}

function formatColumns(columns: string, format: (column: string) => string): string {
  return columns
    .split(',')
    .map((column) => format(column.trim()))
    .join(', ');
}
