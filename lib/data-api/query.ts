import type * as z from 'zod';

import { readDocument, type DocumentStatement } from './chunks.ts';
import type { Row } from './client.ts';
import { InvalidDataApiCall } from './errors.ts';
import { readPages, type PagedStatement } from './sets.ts';
import type { Statement } from './sql.ts';

/** A statement that returns only a few rows, and the function that parses them. */
export type RowsQuery<Value> = Statement & {
  readonly read: (rows: readonly Row[]) => Value;
};

/** A statement whose result is one document of lines, which is read in chunks; and the function that parses the lines. */
export type DocumentQuery<Value> = DocumentStatement & {
  readonly read: (lines: readonly string[]) => Value;
};

/** A statement that returns items in key order, page by page; and the function that parses them. */
export type PagedQuery<Value> = PagedStatement & {
  readonly read: (items: readonly string[]) => Value;
};

export type Query<Value> = RowsQuery<Value> | DocumentQuery<Value> | PagedQuery<Value>;

/** `read` or `write` of the Data API, or `execute` of a transaction. */
export type Execute = (statement: Statement) => Promise<readonly Row[]>;

/**
 * Runs a query, for example `runQuery(data.read, listApplications(owner))`. It reads all pages of a paged query at once;
 * readPages returns them one by one.
 * @param readAhead how many calls can run at once for one result; 1 in a transaction
 * @throws ZodError if the result does not match the schema of the query, and the errors of readDocument, readPages and
 *   the Data API
 */
export async function runQuery<Value>(
  execute: Execute,
  query: Query<Value>,
  readAhead?: number,
): Promise<Value> {
  if ('lines' in query) return query.read(await readDocument({ read: execute }, query, readAhead));
  if ('items' in query) {
    const chunks = await Array.fromAsync(readPages({ read: execute }, query, readAhead));
    return query.read(chunks.flat());
  }
  return query.read(await execute(query));
}

/** A query that returns exactly one row. @param row the schema of the JSON in its only column */
export function oneRow<Value>(statement: Statement, row: z.ZodType<Value>): RowsQuery<Value> {
  return { ...statement, read: ([first]) => row.parse(JSON.parse(textOf(first))) };
}

/** A query that returns at most one row. @param row the schema of the JSON in its only column */
export function optionalRow<Value>(
  statement: Statement,
  row: z.ZodType<Value>,
): RowsQuery<Value | undefined> {
  return {
    ...statement,
    read: ([first]) => (first === undefined ? undefined : row.parse(JSON.parse(textOf(first)))),
  };
}

/** A query that returns any number of rows. @param row the schema of the JSON in the only column */
export function manyRows<Value>(
  statement: Statement,
  row: z.ZodType<Value>,
): RowsQuery<readonly Value[]> {
  return {
    ...statement,
    read: (rows) => rows.map((fetched) => row.parse(JSON.parse(textOf(fetched)))),
  };
}

/** A query whose result is true if the statement returns a row. */
export function returnsAnyRow(statement: Statement): RowsQuery<boolean> {
  return { ...statement, read: (rows) => rows.length > 0 };
}

/** The same query, with its result converted. */
export function mapQuery<Value, Result>(
  query: RowsQuery<Value>,
  convert: (value: Value) => Result,
): RowsQuery<Result> {
  return { ...query, read: (rows) => convert(query.read(rows)) };
}

function textOf(row: Row | undefined): string {
  const value = row?.[0];
  if (typeof value !== 'string') {
    throw new InvalidDataApiCall(
      'Each row must have one text column with JSON: cast the column with ::text.',
    );
  }
  return value;
}
