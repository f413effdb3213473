import { rawSql, type Statement } from '../../lib/data-api/sql.ts';

/**
 * Assigns the values of the insert to columns, after `on conflict … do update set`.
 * @param columns their names, separated by commas
 */
export function assignExcluded(columns: string): Statement {
  return rawSql(eachColumn(columns, (column) => `${column} = excluded.${column}`));
}

/**
 * Whether the columns of the stored row differ from the values of the insert.
 * @param table the name or the alias of the table
 * @param columns their names, separated by commas
 */
export function differsFromExcluded(table: string, columns: string): Statement {
  const stored = eachColumn(columns, (column) => `${table}.${column}`);
  const excluded = eachColumn(columns, (column) => `excluded.${column}`);
  return rawSql(`(${stored}) is distinct from (${excluded})`);
}

function eachColumn(columns: string, format: (column: string) => string): string {
  return columns
    .split(',')
    .map((column) => format(column.trim()))
    .join(', ');
}
