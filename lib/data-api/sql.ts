import type { Field, SqlParameter } from '@aws-sdk/client-rds-data';

/** The value of a parameter, with the PostgreSQL type to which the statement casts it. */
export type BoundValue = { readonly cast: string; readonly field: Field };

export type Statement = {
  readonly text: string;
  readonly parameters: readonly SqlParameter[];
  /** For a prepared statement (prepared-statements.ts): how many columns it returns, all of them texts. */
  readonly preparedColumns?: number | undefined;
};

function bindText(cast: string, value: string | null): BoundValue {
  return { cast, field: value === null ? { isNull: true } : { stringValue: value } };
}

/** Binds a UUID, or null. */
export const uuid = (value: string | null): BoundValue => bindText('uuid', value);

/** Binds a text, or null. */
export const text = (value: string | null): BoundValue => bindText('text', value);

/** Binds an integer of 32 bits, or null. */
export const int = (value: number | null): BoundValue =>
  bindText('int4', value === null ? null : String(value));

/** Binds an integer of 64 bits, or null: a bigint or a string, because a double would lose digits. */
export const bigint = (value: bigint | string | null): BoundValue =>
  bindText('int8', value === null ? null : String(value));

/** Binds true, false or null. */
export const boolean = (value: boolean | null): BoundValue => ({
  cast: 'boolean',
  field: value === null ? { isNull: true } : { booleanValue: value },
});

/** Binds a JSON string as jsonb, without parsing it, so that its numbers keep every digit. */
export const jsonString = (value: string | null): BoundValue => bindText('jsonb', value);

/** Binds a value as jsonb. */
export const json = (value: unknown): BoundValue => jsonString(JSON.stringify(value));

const quoteArrayItem = (item: string): string =>
  `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * Binds a list of texts as text[]. It is sent as an array literal, because the Data API has no array parameters.
 * PostgreSQL parses the literal once if it is part of an index condition, but once per row if it is part of a filter. In
 * a filter, write `in (select unnest(…))`, or put the parameter into `(select …)`.
 */
export const textArray = (values: readonly string[] | null): BoundValue =>
  bindText('text[]', values === null ? null : `{${values.map(quoteArrayItem).join(',')}}`);

/** Binds a list of integers of 32 bits as int4[]. */
export const intArray = (values: readonly number[]): BoundValue =>
  bindText('int4[]', `{${values.join(',')}}`);

/** Binds a list of floating point numbers of 64 bits as float8[]. */
export const doubleArray = (values: readonly number[]): BoundValue =>
  bindText('float8[]', `{${values.join(',')}}`);

/** Binds a list of UUIDs as uuid[], or null. */
export const uuidArray = (values: readonly string[] | null): BoundValue =>
  bindText('uuid[]', values === null ? null : `{${values.join(',')}}`);

function isStatement(value: BoundValue | Statement): value is Statement {
  return 'parameters' in value;
}

/**
 * Builds a statement. An interpolation is either a bound value, which is written with its cast, or another statement,
 * whose text and parameters are inserted. In `` sql`select … where resource_id = ${uuid(id)}` `` the value becomes
 * `:p1::uuid`. A value that is interpolated twice becomes two parameters.
 */
export function sql(
  strings: TemplateStringsArray,
  ...interpolations: readonly (BoundValue | Statement)[]
): Statement {
  return interpolate(strings, interpolations);
}

function interpolate(
  strings: readonly string[],
  interpolations: readonly (BoundValue | Statement)[],
): Statement {
  const parameters: SqlParameter[] = [];
  const append = (sqlBefore: string, value: BoundValue | Statement | undefined): string => {
    if (value === undefined) return sqlBefore;
    if (isStatement(value)) return sqlBefore + renumberParameters(value, parameters);
    parameters.push({ name: `p${parameters.length + 1}`, value: value.field });
    return `${sqlBefore}:p${parameters.length}::${value.cast}`;
  };
  const text = strings.reduce(
    (sqlBefore, string, index) => append(sqlBefore + string, interpolations[index]),
    '',
  );
  return { text, parameters };
}

function renumberParameters(inner: Statement, parameters: SqlParameter[]): string {
  const offset = parameters.length;
  inner.parameters.forEach((parameter, index) => {
    parameters.push({ ...parameter, name: `p${offset + index + 1}` });
  });
  return inner.text.replaceAll(
    /:p(\d+)::/g,
    (_match, number: string) => `:p${Number(number) + offset}::`,
  );
}

/** A statement without parameters, or a part of one. The text is not escaped, so it must never contain input of a caller. */
export function rawSql(statement: string): Statement {
  return { text: statement, parameters: [] };
}

/**
 * Joins common table expressions, each `name as (query)` or several that are joined already, with commas. An undefined one
 * is left out. Its line stays empty, because the text of a prepared statement, with all white space, is part of the
 * version of the schema.
 * @param indentation the white space before each line but the first
 */
export function joinTables(
  tables: readonly (Statement | undefined)[],
  indentation = '',
): Statement {
  const lastIndex = tables.findLastIndex((table) => table !== undefined);
  const lineBreaks = tables.map((table, index) => {
    const comma = table !== undefined && index < lastIndex ? ',' : '';
    return index === tables.length - 1 ? '' : `${comma}\n${indentation}`;
  });
  return interpolate(
    ['', ...lineBreaks],
    tables.map((table) => table ?? rawSql('')),
  );
}

/** Joins statements with a text between them, such as ` and `. @param statements at least one */
export function joinStatements(statements: readonly Statement[], separator: string): Statement {
  return interpolate(['', ...statements.slice(1).map(() => separator), ''], statements);
}

/** Joins queries with `union`. An undefined one is left out, as in `joinTables`. */
export function unionQueries(
  [first, ...others]: readonly [Statement, ...(Statement | undefined)[]],
  indentation = '',
): Statement {
  return interpolate(
    ['', ...others.map((query) => `\n${indentation}${query === undefined ? '' : 'union '}`), ''],
    [first, ...others.map((query) => query ?? rawSql(''))],
  );
}

/**
 * Delays a value until other rows are written or locked. PostgreSQL runs each part of a statement when it is first
 * read, not in the order of the text. A lock that must be taken last has to wait for the other parts (docs/database.md).
 * @param count the number of these rows, which forces PostgreSQL to read all of them
 */
export function afterRows(count: Statement, value: Statement): Statement {
  return sql`case when ${count} >= 0 then ${value} end`;
}
