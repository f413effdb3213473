import type * as z from 'zod';

import type { DocumentQuery } from './query.ts';
import { plain, sql, type Statement } from './sql.ts';

/** Reads the text of a row: the schema of its JSON, or a function. */
type TextReader<Value> = z.ZodType<Value> | ((text: string) => Value);

/** Rows of a document that have one name, and what reads them. */
export type NamedRows<Value> = {
  /** A query of two columns: the place among rows of the name (bigint, unique, below 10^12), and the text. Undefined where none come. */
  readonly select: Statement | undefined;
  readonly read: (texts: readonly string[]) => Value;
};

/** Rows by their names, words without spaces; they come in this order. */
type RowsByName<Values> = { readonly [Name in keyof Values]: NamedRows<Values[Name]> };

/** What is read of rows, by their names. */
export type RowValues<Rows extends Readonly<Record<string, NamedRows<unknown>>>> = {
  readonly [Name in keyof Rows]: ReturnType<Rows[Name]['read']>;
};

/** What was read of the rows of each name. */
export type ValueOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/** Any number of rows, in the order of their places. */
export function many<Value>(
  reader: TextReader<Value>,
  select: Statement | undefined,
): NamedRows<readonly Value[]> {
  const read = textReader(reader);
  return { select, read: (texts) => texts.map((text) => read(text)) };
}

/** One row, or none. @param select a query of its text alone */
export function optional<Value>(
  reader: TextReader<Value>,
  select: Statement | undefined,
): NamedRows<Value | undefined> {
  const read = textReader(reader);
  return {
    select: select && sql`select 0::bigint, o.text from (${select}) o (text)`,
    read: ([text]) => (text === undefined ? undefined : read(text)),
  };
}

/** One row, always there. @param select a query of its text alone */
export function one<Value>(reader: TextReader<Value>, select: Statement): NamedRows<Value> {
  const read = textReader(reader);
  return { ...optional(reader, select), read: ([text = 'null']) => read(text) };
}

/** Reads a text as it is: JSON that nobody parses on its way. */
export const asText = (text: string): string => text;

function textReader<Value>(reader: TextReader<Value>): (text: string) => Value {
  return typeof reader === 'function' ? reader : (text) => reader.parse(JSON.parse(text));
}

/** The query of all rows, as the lines of a document: each begins with the name of its row. */
export function linesOfRows<Values>(rows: RowsByName<Values>): Statement {
  const selects = Object.entries<NamedRows<unknown>>(rows).flatMap(([name, { select }], index) =>
    select === undefined
      ? []
      : sql`select ${plain(`${index}000000000000`)}::bigint + r.place, ${plain(`'${name} '`)} || r.text
    from (${select}) r (place, text)`,
  );
  return selects.reduce(
    (before, select) => sql`${before}
    union all
    ${select}`,
  );
}

/** Reads the lines of `linesOfRows`. */
export function readRows<Values>(
  rows: RowsByName<Values>,
  lines: readonly string[],
): ValueOf<Values> {
  const byName = Map.groupBy<PropertyKey, string>(lines, (line) =>
    line.slice(0, line.indexOf(' ')),
  );
  return (name) =>
    rows[name].read((byName.get(name) ?? []).map((line) => line.slice(line.indexOf(' ') + 1)));
}

/** What a document is made of. */
type DocumentOfRows<Values> = Omit<DocumentQuery<unknown>, 'lines' | 'read'> & {
  /** The common table expressions of its rows, with "with". */
  readonly tables?: Statement;
  readonly rows: RowsByName<Values>;
};

/** A document whose rows have names. @param make gives what was read its form */
export function documentOf<Values, Result>(
  { tables = sql``, rows, ...query }: DocumentOfRows<Values>,
  make: (value: ValueOf<Values>) => Result,
): DocumentQuery<Result> {
  return {
    ...query,
    lines: sql`${tables}
  ${linesOfRows(rows)}`,
    read: (lines) => make(readRows(rows, lines)),
  };
}
