import type { Field, SqlParameter } from '@aws-sdk/client-rds-data';

/** A value on its way into a statement, with the PostgreSQL type that it is cast to. */
export type BoundValue = { readonly cast: string; readonly field: Field };

/** One SQL statement with its parameters, as the Data API takes it. */
export type Statement = {
  readonly text: string;
  readonly parameters: readonly SqlParameter[];
  /** Of a statement that the database keeps as a function (kept.ts): how many columns it gives, all of them texts. */
  readonly preparedColumns?: number | undefined;
};

function textual(cast: string, value: string | null): BoundValue {
  return { cast, field: value === null ? { isNull: true } : { stringValue: value } };
}

/** Binds a UUID, or null. */
export const uuid = (value: string | null): BoundValue => textual('uuid', value);

/** Binds a text, or null. */
export const text = (value: string | null): BoundValue => textual('text', value);

/** Binds a whole number of 32 bits, or null. */
export const int = (value: number | null): BoundValue =>
  textual('int4', value === null ? null : String(value));

/** Binds a whole number of 64 bits without the loss of a double, or null. */
export const bigint = (value: bigint | string | null): BoundValue =>
  textual('int8', value === null ? null : String(value));

/** Binds a floating point number of 64 bits. */
export const double = (value: number): BoundValue => textual('float8', String(value));

/** Binds true, false or null. */
export const boolean = (value: boolean | null): BoundValue => ({
  cast: 'boolean',
  field: value === null ? { isNull: true } : { booleanValue: value },
});

/** Binds JSON text as jsonb. The text is not parsed here, so its numbers keep every digit. */
export const jsonText = (value: string | null): BoundValue => textual('jsonb', value);

/** Binds a value as jsonb. */
export const json = (value: unknown): BoundValue => jsonText(JSON.stringify(value));

const quoted = (item: string): string =>
  `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * Binds a list of texts as text[]; the Data API has no array parameters, so the array literal goes as text. PostgreSQL parses it once where it is the
 * condition of an index, but for each row that it is compared with by itself: there write `in (select unnest(…))`, or `(select …)` around it.
 */
export const textArray = (values: readonly string[] | null): BoundValue =>
  textual('text[]', values === null ? null : `{${values.map(quoted).join(',')}}`);

/** Binds a list of whole numbers of 32 bits as int4[]. */
export const intArray = (values: readonly number[]): BoundValue =>
  textual('int4[]', `{${values.join(',')}}`);

/** Binds a list of UUIDs as uuid[], or null. */
export const uuidArray = (values: readonly string[] | null): BoundValue =>
  textual('uuid[]', values === null ? null : `{${values.join(',')}}`);

function isStatement(value: BoundValue | Statement): value is Statement {
  return 'parameters' in value;
}

/**
 * Writes a statement. Interpolations are binders, so that the cast is never forgotten, or other statements,
 * whose text and parameters are taken in: `` sql`select … where resource_id = ${uuid(id)}` `` becomes `:p1::uuid`.
 * Each occurrence is a parameter of its own, as the Data API binds them.
 */
export function sql(
  strings: TemplateStringsArray,
  ...interpolations: readonly (BoundValue | Statement)[]
): Statement {
  const parameters: SqlParameter[] = [];
  const append = (written: string, value: BoundValue | Statement | undefined): string => {
    if (value === undefined) return written;
    if (isStatement(value)) return written + renumbered(value, parameters);
    parameters.push({ name: `p${parameters.length + 1}`, value: value.field });
    return `${written}:p${parameters.length}::${value.cast}`;
  };
  const written = strings.reduce(
    (before, string, index) => append(before + string, interpolations[index]),
    '',
  );
  return { text: written, parameters };
}

function renumbered(inner: Statement, parameters: SqlParameter[]): string {
  const offset = parameters.length;
  inner.parameters.forEach((parameter, index) => {
    parameters.push({ ...parameter, name: `p${offset + index + 1}` });
  });
  return inner.text.replaceAll(
    /:p(\d+)::/g,
    (_match, number: string) => `:p${Number(number) + offset}::`,
  );
}

/** A statement that is plain text without parameters, such as a migration. */
export function rawSql(statement: string): Statement {
  return { text: statement, parameters: [] };
}

/**
 * A value that is not worked out before some rows are written or locked: PostgreSQL carries out the parts of a statement when they are first read, in
 * no order that their text tells. Whoever takes a lock as the last one waits for nobody else (docs/database.md).
 * @param count of the rows, which reads all of them
 */
export function afterRows(count: Statement, value: Statement): Statement {
  return sql`case when ${count} >= 0 then ${value} end`;
}
