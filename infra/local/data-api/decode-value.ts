import { ServiceError } from './errors.ts';
import type { WireType } from './wire-types.ts';

/** A value in a response of the RDS Data API: an object with one member, named after the type. */
export type Field = Readonly<Record<string, unknown>>;

export type ReturnOptions = {
  readonly decimals: 'STRING' | 'DOUBLE_OR_LONG';
  readonly longs: 'STRING' | 'LONG';
};

/** A column of a result. */
export type Column = {
  readonly name: string;
  readonly type: WireType;
  /** Undefined for an expression, and if the request does not ask for metadata. */
  readonly origin?: ColumnOrigin | undefined;
};

/** The column of a table from which a column of a result comes. */
export type ColumnOrigin = {
  readonly schema: string;
  readonly table: string;
  readonly isNullable: boolean;
  readonly isAutoIncrement: boolean;
};

/**
 * Decodes a value from the text format of PostgreSQL, into the form that the Data API returns.
 * @throws ServiceError UnsupportedResultException for types that the Data API does not support, InternalFailure for infinite times
 */
export function decodeValue({ type }: Column, text: string | null, options: ReturnOptions): Field {
  const { kind } = type.element ?? type;
  if (kind === 'unsupported') throw unsupportedTypeError(type.element ?? type);
  if (text === null) return { isNull: true };
  return type.element === undefined
    ? decodeScalar(type, text, options)
    : decodeArray(type.element, text, options);
}

function unsupportedTypeError(type: WireType): ServiceError {
  return new ServiceError(
    'UnsupportedResultException',
    `The result contains the unsupported data type ${type.name.toUpperCase()}.`,
  );
}

function decodeScalar(type: WireType, text: string, options: ReturnOptions): Field {
  switch (type.kind) {
    case 'long':
      return options.longs === 'STRING' ? { stringValue: text } : { longValue: toRawNumber(text) };
    case 'double':
      return { doubleValue: /^-?(?:NaN|Infinity)$/.test(text) ? text : toRawNumber(text) };
    case 'decimal':
      return decodeDecimal(text, options);
    case 'boolean':
      return { booleanValue: text === 't' };
    case 'blob':
      return { blobValue: Buffer.from(text.slice(2), 'hex').toString('base64') };
    case 'date':
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return { stringValue: formatTime(text) };
    case 'string':
    case 'unsupported':
      break;
  }
  return { stringValue: text };
}

/** Returns a value that JSON.stringify writes as a number with all its digits. */
function toRawNumber(text: string): unknown {
  return JSON.rawJSON(text);
}

function decodeDecimal(text: string, options: ReturnOptions): Field {
  if (options.decimals === 'STRING' || !/^-?\d+(\.\d+)?$/.test(text)) return { stringValue: text };
  return text.includes('.') ? { doubleValue: toRawNumber(text) } : { longValue: toRawNumber(text) };
}

/** Formats a time as the Data API does: without offset, which is always UTC, and with three or six digits after the second. */
function formatTime(text: string): string {
  if (text.includes('infinity')) throw new ServiceError('InternalFailure', '');
  return text
    .replace(/(?<=:\d\d(?:\.\d{1,6})?)[+-]\d{2}(?::\d{2})*/, '')
    .replace(/\.(\d+)/, (_match, fraction: string) => `.${padFraction(fraction)}`);
}

function padFraction(fraction: string): string {
  return fraction.length > 3 ? fraction.padEnd(6, '0') : fraction.padEnd(3, '0');
}

const arrayMemberNames: Readonly<Record<string, string>> = {
  long: 'longValues',
  double: 'doubleValues',
  boolean: 'booleanValues',
};

function decodeArray(element: WireType, text: string, options: ReturnOptions): Field {
  // The Data API has no lists of decimals, and returns them as lists of texts.
  const values = parseArrayElements(text).map((item) =>
    item === null
      ? null
      : Object.values(decodeScalar(element, item, { ...options, decimals: 'STRING' }))[0],
  );
  const isText = element.kind === 'long' && options.longs === 'STRING';
  const key = (isText ? undefined : arrayMemberNames[element.kind]) ?? 'stringValues';
  return { arrayValue: { [key]: values } };
}

/**
 * Parses the text of a PostgreSQL array with one dimension, such as `{1,NULL,"a, b"}` or `[0:1]={1,2}`. Bounds are ignored, as in
 * the Data API.
 * @throws ServiceError UnsupportedResultException for more dimensions
 */
function parseArrayElements(text: string): readonly (string | null)[] {
  const braces = text.slice(text.indexOf('{'));
  if (braces.startsWith('{{')) {
    throw new ServiceError(
      'UnsupportedResultException',
      'The result contains a multidimensional array, which is not supported.',
    );
  }
  const content = braces.slice(1, -1);
  if (content === '') return [];
  return Array.from(
    content.matchAll(/(?:^|,)(?:"((?:[^"\\]|\\[\s\S])*)"|([^,]*))/g),
    ([, quoted, bare = '']) => {
      if (quoted !== undefined) return quoted.replaceAll(/\\([\s\S])/g, '$1');
      return bare === 'NULL' ? null : bare;
    },
  );
}
