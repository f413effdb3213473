import type * as z from 'zod';

import { readDocument, type DocumentStatement } from './chunks.ts';
import type { Row } from './client.ts';
import { DataApiRefused } from './errors.ts';
import { readSet, type SetStatement } from './sets.ts';
import type { Statement } from './sql.ts';

/** A statement that returns few rows, and the function that parses them. */
export type RowsQuery<Value> = Statement & {
  readonly read: (rows: readonly Row[]) => Value;
};

/** A document statement, and the function that parses its lines. */
export type DocumentQuery<Value> = DocumentStatement & {
  readonly read: (lines: readonly string[]) => Value;
};

/** A set statement, and the function that parses its items, which come in the order of their keys. */
export type SetQuery<Value> = SetStatement & {
  readonly read: (items: readonly string[]) => Value;
};

export type Query<Value> = RowsQuery<Value> | DocumentQuery<Value> | SetQuery<Value>;

/** `read` or `write` of the Data API, or `execute` of a transaction. */
export type Execute = (statement: Statement) => Promise<readonly Row[]>;

/**
 * Runs a query: `runQuery(data.read, listApplications(owner))`. A set is read to its end; readSet returns it chunk by
 * chunk.
 * @param readAhead how many calls may run at once for one result; 1 in a transaction
 * @throws ZodError when the result does not match the schema of the query; what readDocument, readSet and the Data
 *   API throw
 */
export async function runQuery<Value>(
  execute: Execute,
  query: Query<Value>,
  readAhead?: number,
): Promise<Value> {
  if ('lines' in query) return query.read(await readDocument({ read: execute }, query, readAhead));
  if ('items' in query) {
    const chunks = await Array.fromAsync(readSet({ read: execute }, query, readAhead));
    return query.read(chunks.flat());
  }
  return query.read(await execute(query));
}

/** A query that returns exactly one row. @param row the schema of its only column, a JSON text */
export function oneRow<Value>(statement: Statement, row: z.ZodType<Value>): RowsQuery<Value> {
  return { ...statement, read: ([first]) => row.parse(JSON.parse(textOf(first))) };
}

/** A query that returns one row or none. @param row the schema of its only column, a JSON text */
export function optionalRow<Value>(
  statement: Statement,
  row: z.ZodType<Value>,
): RowsQuery<Value | undefined> {
  return {
    ...statement,
    read: ([first]) => (first === undefined ? undefined : row.parse(JSON.parse(textOf(first)))),
  };
}

/** A query that returns any number of rows. @param row the schema of the only column, a JSON text */
export function manyRows<Value>(
  statement: Statement,
  row: z.ZodType<Value>,
): RowsQuery<readonly Value[]> {
  return {
    ...statement,
    read: (rows) => rows.map((fetched) => row.parse(JSON.parse(textOf(fetched)))),
  };
}

/** A query of whether the statement returns a row. */
export function hasRow(statement: Statement): RowsQuery<boolean> {
  return { ...statement, read: (rows) => rows.length > 0 };
}

/** The same query, with its result converted. */
export function mapQuery<Value, Result>(
  query: RowsQuery<Value>,
  make: (value: Value) => Result,
): RowsQuery<Result> {
  return { ...query, read: (rows) => make(query.read(rows)) };
}

function textOf(row: Row | undefined): string {
  const value = row?.[0];
  if (typeof value !== 'string') {
    throw new DataApiRefused('A row is not one JSON text: end the statement with ::text.');
  }
  return value;
}
