import type * as z from 'zod';

import type { DocumentQuery } from './query.ts';
import { rawSql, sql, type Statement } from './sql.ts';

/** Reads the text of a row: the schema of its JSON, or a function. */
type TextReader<Value> = z.ZodType<Value> | ((text: string) => Value);

/** Rows of a document that have one name, and what reads them. */
export type DocumentSection<Value> = {
  /** A query of two columns: the place among rows of the name (bigint, unique, below 10^12), and the text. Undefined where none come. */
  readonly select: Statement | undefined;
  readonly read: (texts: readonly string[]) => Value;
};

/** Rows by their names, words without spaces; they come in this order. */
type RowsByName<Values> = { readonly [Name in keyof Values]: DocumentSection<Values[Name]> };

/** What is read of rows, by their names. */
export type SectionValues<Rows extends Readonly<Record<string, DocumentSection<unknown>>>> = {
  readonly [Name in keyof Rows]: ReturnType<Rows[Name]['read']>;
};

/** What was read of the rows of each name. */
export type SectionReader<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/** Any number of rows, in the order of their places. */
export function listSection<Value>(
  reader: TextReader<Value>,
  select: Statement | undefined,
): DocumentSection<readonly Value[]> {
  const read = textReader(reader);
  return { select, read: (texts) => texts.map((text) => read(text)) };
}

/** One row, or none. @param select a query of its text alone */
export function optionalSection<Value>(
  reader: TextReader<Value>,
  select: Statement | undefined,
): DocumentSection<Value | undefined> {
  const read = textReader(reader);
  return {
    select: select && sql`select 0::bigint, o.text from (${select}) o (text)`,
    read: ([text]) => (text === undefined ? undefined : read(text)),
  };
}

/** One row, always there. @param select a query of its text alone */
export function requiredSection<Value>(
  reader: TextReader<Value>,
  select: Statement,
): DocumentSection<Value> {
  const read = textReader(reader);
  return { ...optionalSection(reader, select), read: ([text = 'null']) => read(text) };
}

/** Reads a text as it is: JSON that nobody parses on its way. */
export const asText = (text: string): string => text;

function textReader<Value>(reader: TextReader<Value>): (text: string) => Value {
  return typeof reader === 'function' ? reader : (text) => reader.parse(JSON.parse(text));
}

/** The query of all rows, as the lines of a document: each begins with the name of its row. */
export function sectionLines<Values>(rows: RowsByName<Values>): Statement {
  const selects = Object.entries<DocumentSection<unknown>>(rows).flatMap(
    ([name, { select }], index) =>
      select === undefined
        ? []
        : sql`select ${rawSql(`${index}000000000000`)}::bigint + r.place, ${rawSql(`'${name} '`)} || r.text
    from (${select}) r (place, text)`,
  );
  return selects.reduce(
    (before, select) => sql`${before}
    union all
    ${select}`,
  );
}

/** Reads the lines of `linesOfRows`. */
export function parseSections<Values>(
  rows: RowsByName<Values>,
  lines: readonly string[],
): SectionReader<Values> {
  const byName = Map.groupBy<PropertyKey, string>(lines, (line) =>
    line.slice(0, line.indexOf(' ')),
  );
  return (name) =>
    rows[name].read((byName.get(name) ?? []).map((line) => line.slice(line.indexOf(' ') + 1)));
}

/** What a document is made of. */
type DocumentOfRows<Values> = Omit<DocumentQuery<unknown>, 'lines' | 'read'> & {
  /** The common table expressions of its rows, with "with". */
  readonly commonTables?: Statement;
  readonly sections: RowsByName<Values>;
};

/** A document whose rows have names. @param make gives what was read its form */
export function documentQuery<Values, Result>(
  { commonTables: tables = sql``, sections: rows, ...query }: DocumentOfRows<Values>,
  make: (value: SectionReader<Values>) => Result,
): DocumentQuery<Result> {
  return {
    ...query,
    lines: sql`${tables}
  ${sectionLines(rows)}`,
    read: (lines) => make(parseSections(rows, lines)),
  };
}
