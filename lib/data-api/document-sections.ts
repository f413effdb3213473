import type * as z from 'zod';

import type { DocumentQuery } from './query.ts';
import { rawSql, sql, type Statement } from './sql.ts';

/** Parses the text of a row: a schema of its JSON, or a function. */
type TextParser<Value> = z.ZodType<Value> | ((text: string) => Value);

/** Rows of one kind in a document, and how to parse them. */
export type DocumentSection<Value> = {
  /**
   * A query that returns two columns: the position in the section (bigint, unique, below 10^12), and the text.
   * Undefined for an empty section.
   */
  readonly select: Statement | undefined;
  readonly parse: (texts: readonly string[]) => Value;
};

/** Sections by name, in the order in which the database returns them. A name must be a single word. */
type Sections<Values> = { readonly [Name in keyof Values]: DocumentSection<Values[Name]> };

/** The parsed values of sections by name. */
export type SectionValues<
  SectionsByName extends Readonly<Record<string, DocumentSection<unknown>>>,
> = {
  readonly [Name in keyof SectionsByName]: ReturnType<SectionsByName[Name]['parse']>;
};

/** Returns the parsed value of a section. */
export type SectionReader<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/** A section of any number of rows, in the order of their positions. */
export function listSection<Value>(
  parser: TextParser<Value>,
  select: Statement | undefined,
): DocumentSection<readonly Value[]> {
  const parseText = textParser(parser);
  return { select, parse: (texts) => texts.map((text) => parseText(text)) };
}

/** A section of at most one row. @param select a query that returns only the text */
export function optionalSection<Value>(
  parser: TextParser<Value>,
  select: Statement | undefined,
): DocumentSection<Value | undefined> {
  const parseText = textParser(parser);
  return {
    select: select && sql`select 0::bigint, o.text from (${select}) o (text)`,
    parse: ([text]) => (text === undefined ? undefined : parseText(text)),
  };
}

/** A section of exactly one row. @param select a query that returns only the text */
export function requiredSection<Value>(
  parser: TextParser<Value>,
  select: Statement,
): DocumentSection<Value> {
  const parseText = textParser(parser);
  return { ...optionalSection(parser, select), parse: ([text = 'null']) => parseText(text) };
}

/** A parser that returns the text, for JSON that is passed on without being parsed. */
export const asText = (text: string): string => text;

function textParser<Value>(parser: TextParser<Value>): (text: string) => Value {
  return typeof parser === 'function' ? parser : (text) => parser.parse(JSON.parse(text));
}

/** A query that returns the rows of all sections as lines. Each line begins with the name of its section. */
export function sectionLines<Values>(sections: Sections<Values>): Statement {
  const sectionSelects = Object.entries<DocumentSection<unknown>>(sections).flatMap(
    ([name, { select }], index) =>
      select === undefined
        ? []
        : sql`select ${rawSql(`${index}000000000000`)}::bigint + r.position, ${rawSql(`'${name} '`)} || r.text
    from (${select}) r (position, text)`,
  );
  return sectionSelects.reduce(
    (previous, select) => sql`${previous}
    union all
    ${select}`,
  );
}

/** Parses the lines of `sectionLines`. */
export function parseSections<Values>(
  sections: Sections<Values>,
  lines: readonly string[],
): SectionReader<Values> {
  const linesByName = Map.groupBy<PropertyKey, string>(lines, (line) =>
    line.slice(0, line.indexOf(' ')),
  );
  return (name) =>
    sections[name].parse(
      (linesByName.get(name) ?? []).map((line) => line.slice(line.indexOf(' ') + 1)),
    );
}

type SectionedDocument<Values> = Omit<DocumentQuery<unknown>, 'lines' | 'parse'> & {
  /** Common table expressions that the sections use, including the keyword `with`. */
  readonly withClause?: Statement;
  readonly sections: Sections<Values>;
};

/** A document query with named sections. @param buildResult builds the result from the values of the sections */
export function documentQuery<Values, Result>(
  { withClause = sql``, sections, ...query }: SectionedDocument<Values>,
  buildResult: (readSection: SectionReader<Values>) => Result,
): DocumentQuery<Result> {
  return {
    ...query,
    lines: sql`${withClause}
  ${sectionLines(sections)}`,
    parse: (lines) => buildResult(parseSections(sections, lines)),
  };
}
