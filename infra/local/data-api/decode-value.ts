import { parseArrayElements } from './decode-array.ts';
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
  /** Absent for an expression, and if the request does not include the metadata. */
  readonly origin?: ColumnOrigin | undefined;
};

/** The column of a table that a column of a result shows. */
export type ColumnOrigin = {
  readonly schema: string;
  readonly table: string;
  readonly isNullable: boolean;
  readonly isAutoIncrement: boolean;
};

/**
 * Decodes a value from PostgreSQL's text.
 * @throws ServiceError UnsupportedResultException for types that the service does not support, InternalFailure for infinite times
 */
export function decodeValue({ type }: Column, text: string | null, options: ReturnOptions): Field {
  const { kind } = type.element ?? type;
  if (kind === 'unsupported') throw unsupportedType(type.element ?? type);
  if (text === null) return { isNull: true };
  return type.element === undefined
    ? scalarField(type, text, options)
    : arrayField(type.element, text, options);
}

function unsupportedType(type: WireType): ServiceError {
  return new ServiceError(
    'UnsupportedResultException',
    `The result contains the unsupported data type ${type.name.toUpperCase()}.`,
  );
}

function scalarField(type: WireType, text: string, options: ReturnOptions): Field {
  switch (type.kind) {
    case 'long':
      return options.longs === 'STRING' ? { stringValue: text } : { longValue: exactNumber(text) };
    case 'double':
      return { doubleValue: /^-?(?:NaN|Infinity)$/.test(text) ? text : exactNumber(text) };
    case 'decimal':
      return decimalField(text, options);
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

/** Keeps every digit of a number. */
function exactNumber(text: string): unknown {
  return JSON.rawJSON(text);
}

function decimalField(text: string, options: ReturnOptions): Field {
  if (options.decimals === 'STRING' || !/^-?\d+(\.\d+)?$/.test(text)) return { stringValue: text };
  return text.includes('.') ? { doubleValue: exactNumber(text) } : { longValue: exactNumber(text) };
}

/** Removes the offset, which is always UTC, and writes fractions of a second with three or six digits. */
function formatTime(text: string): string {
  if (text.includes('infinity')) throw new ServiceError('InternalFailure', '');
  return text
    .replace(/(?<=:\d\d(?:\.\d{1,6})?)[+-]\d{2}(?::\d{2})*/, '')
    .replace(/\.(\d+)/, (_match, fraction: string) => `.${padFraction(fraction)}`);
}

function padFraction(fraction: string): string {
  return fraction.length > 3 ? fraction.padEnd(6, '0') : fraction.padEnd(3, '0');
}

const arrayKeys: Readonly<Record<string, string>> = {
  long: 'longValues',
  double: 'doubleValues',
  boolean: 'booleanValues',
};

function arrayField(element: WireType, text: string, options: ReturnOptions): Field {
  // A response has no list of decimals, so they are in a list of texts.
  const values = parseArrayElements(text).map((item) =>
    item === null
      ? null
      : Object.values(scalarField(element, item, { ...options, decimals: 'STRING' }))[0],
  );
  const isText = element.kind === 'long' && options.longs === 'STRING';
  const key = (isText ? undefined : arrayKeys[element.kind]) ?? 'stringValues';
  return { arrayValue: { [key]: values } };
}
