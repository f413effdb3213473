import type * as z from 'zod';

import { readDocument, type DocumentStatement } from './chunks.ts';
import type { Row } from './client.ts';
import { DataApiRefused } from './errors.ts';
import { readSet, type SetStatement } from './sets.ts';
import type { Statement } from './sql.ts';

/** A statement, and the reader of the few rows that it gives. */
export type RowsQuery<Value> = Statement & {
  readonly read: (rows: readonly Row[]) => Value;
};

/** A statement whose answer may be of any size and is of one state, and the reader of its lines. */
export type DocumentQuery<Value> = DocumentStatement & {
  readonly read: (lines: readonly string[]) => Value;
};

/** A statement whose answer is a set of any size, and the reader of its items, in the order of their keys. */
export type SetQuery<Value> = SetStatement & {
  readonly read: (items: readonly string[]) => Value;
};

/** Something to be asked of the database, with the type of the answer. */
export type Query<Value> = RowsQuery<Value> | DocumentQuery<Value> | SetQuery<Value>;

/** What runs a statement: `read` or `write` of the Data API, or `execute` of a transaction. */
export type Execute = (statement: Statement) => Promise<readonly Row[]>;

/**
 * Runs a query: `run(data.read, listApplications(owner))`. A set is read to its end; readSet gives it chunk by chunk.
 * @param readAhead calls that may be under way at once where the answer takes several; 1 in a transaction
 * @throws ZodError where the answer is not what the query says it is; what readDocument, readSet and the Data API throw
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

/** A statement that gives one row. @param row reads it: the only column is a JSON text */
export function oneRow<Value>(statement: Statement, row: z.ZodType<Value>): RowsQuery<Value> {
  return { ...statement, read: ([first]) => row.parse(JSON.parse(textOf(first))) };
}

/** A statement that gives one row or none. @param row reads it: the only column is a JSON text */
export function optionalRow<Value>(
  statement: Statement,
  row: z.ZodType<Value>,
): RowsQuery<Value | undefined> {
  return {
    ...statement,
    read: ([first]) => (first === undefined ? undefined : row.parse(JSON.parse(textOf(first)))),
  };
}

/** A statement that gives any number of rows. @param row reads each: the only column is a JSON text */
export function manyRows<Value>(
  statement: Statement,
  row: z.ZodType<Value>,
): RowsQuery<readonly Value[]> {
  return {
    ...statement,
    read: (rows) => rows.map((one) => row.parse(JSON.parse(textOf(one)))),
  };
}

/** A statement of which it counts only whether it gives a row. */
export function hasRow(statement: Statement): RowsQuery<boolean> {
  return { ...statement, read: (rows) => rows.length > 0 };
}

/** The same statement, with something made of what is read. */
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
