import type * as z from 'zod';

import { readDocument, type DocumentStatement } from './chunks.ts';
import type { Row } from './client.ts';
import { InvalidDataApiCall } from './errors.ts';
import { readPages, type PagedStatement } from './read-pages.ts';
import type { Statement } from './sql.ts';

/** A statement that returns only a few rows, and the function that parses them. */
export type RowsQuery<Value> = Statement & {
  readonly parse: (rows: readonly Row[]) => Value;
};

/** A statement whose result is one document of lines, which is read in chunks, and the function that parses the lines. */
export type DocumentQuery<Value> = DocumentStatement & {
  readonly parse: (lines: readonly string[]) => Value;
};

/** A statement that returns items in key order, page by page, and the function that parses them. */
export type PagedQuery<Value> = PagedStatement & {
  readonly parse: (items: readonly string[]) => Value;
};

export type Query<Value> = RowsQuery<Value> | DocumentQuery<Value> | PagedQuery<Value>;

/** `read` or `write` of the Data API, or `execute` of a transaction. */
export type Execute = (statement: Statement) => Promise<readonly Row[]>;

/**
 * Runs a query, for example `runQuery(data.read, listApplications(owner))`. It reads all pages of a paged query at once;
 * readPages returns them one by one.
 * @param maxParallelCalls how many calls can run at once for one result; 1 in a transaction
 * @throws ZodError if the result does not match the schema of the query, and the errors of readDocument, readPages and
 *   the Data API
 */
export async function runQuery<Value>(
  execute: Execute,
  query: Query<Value>,
  maxParallelCalls?: number,
): Promise<Value> {
  if ('lines' in query)
    return query.parse(await readDocument({ read: execute }, query, maxParallelCalls));
  if ('items' in query) {
    const pages = await Array.fromAsync(readPages({ read: execute }, query, maxParallelCalls));
    return query.parse(pages.flat());
  }
  return query.parse(await execute(query));
}

/** A query that returns exactly one row. @param rowSchema the schema of the JSON in its only column */
export function oneRow<Value>(statement: Statement, rowSchema: z.ZodType<Value>): RowsQuery<Value> {
  return { ...statement, parse: ([row]) => rowSchema.parse(JSON.parse(jsonColumnText(row))) };
}

/** A query that returns at most one row. @param rowSchema the schema of the JSON in its only column */
export function optionalRow<Value>(
  statement: Statement,
  rowSchema: z.ZodType<Value>,
): RowsQuery<Value | undefined> {
  return {
    ...statement,
    parse: ([row]) =>
      row === undefined ? undefined : rowSchema.parse(JSON.parse(jsonColumnText(row))),
  };
}

/** A query that returns any number of rows. @param rowSchema the schema of the JSON in the only column */
export function manyRows<Value>(
  statement: Statement,
  rowSchema: z.ZodType<Value>,
): RowsQuery<readonly Value[]> {
  return {
    ...statement,
    parse: (rows) => rows.map((row) => rowSchema.parse(JSON.parse(jsonColumnText(row)))),
  };
}

/** A query whose result is true if the statement returns a row. */
export function rowExistsQuery(statement: Statement): RowsQuery<boolean> {
  return { ...statement, parse: (rows) => rows.length > 0 };
}

/** The same query, with its result converted. */
export function mapQuery<Value, Result>(
  query: RowsQuery<Value>,
  convert: (value: Value) => Result,
): RowsQuery<Result> {
  return { ...query, parse: (rows) => convert(query.parse(rows)) };
}

function jsonColumnText(row: Row | undefined): string {
  const value = row?.[0];
  if (typeof value !== 'string') {
    throw new InvalidDataApiCall(
      'Each row must have one text column with JSON: cast the column with ::text.',
    );
  }
  return value;
}
