import { parseArrayElements } from './decode-array.ts';
import { ServiceError } from './errors.ts';
import type { WireType } from './wire-types.ts';

/** A value as the service answers it. */
export type Field = Readonly<Record<string, unknown>>;

export type ReturnOptions = {
  readonly decimals: 'STRING' | 'DOUBLE_OR_LONG';
  readonly longs: 'STRING' | 'LONG';
};

/** A number that goes into the answer with every digit, which a JavaScript number would lose. */
function digits(text: string): unknown {
  return JSON.rawJSON(text);
}

/** A column of a result, with what is known of its type. */
export type Column = {
  readonly name: string;
  readonly type: WireType;
  /** The column of a table that it is; absent for an expression, and where nobody asked. */
  readonly origin?: ColumnOrigin | undefined;
};

/** Where a column comes from. */
export type ColumnOrigin = {
  readonly schema: string;
  readonly table: string;
  readonly isNullable: boolean;
  readonly isAutoIncrement: boolean;
};

/**
 * Turns a value from PostgreSQL's text into the service's field.
 * @param text null for an SQL null
 * @throws ServiceError UnsupportedResultException for types that the service does not give, InternalFailure for infinite times
 */
export function decodeValue({ type }: Column, text: string | null, options: ReturnOptions): Field {
  const { kind } = type.element ?? type;
  if (kind === 'unsupported') throw unsupportedType(type.element ?? type);
  if (text === null) return { isNull: true };
  return type.element === undefined
    ? scalar(type, text, options)
    : arrayField(type.element, text, options);
}

function unsupportedType(type: WireType): ServiceError {
  return new ServiceError(
    'UnsupportedResultException',
    `The result contains the unsupported data type ${type.name.toUpperCase()}.`,
  );
}

function scalar(type: WireType, text: string, options: ReturnOptions): Field {
  switch (type.kind) {
    case 'long':
      return options.longs === 'STRING' ? { stringValue: text } : { longValue: digits(text) };
    case 'double':
      return { doubleValue: /^-?(?:NaN|Infinity)$/.test(text) ? text : digits(text) };
    case 'decimal':
      return decimal(text, options);
    case 'boolean':
      return { booleanValue: text === 't' };
    case 'blob':
      return { blobValue: Buffer.from(text.slice(2), 'hex').toString('base64') };
    case 'date':
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return { stringValue: time(text) };
    case 'string':
    case 'unsupported':
      break;
  }
  return { stringValue: text };
}

function decimal(text: string, options: ReturnOptions): Field {
  if (options.decimals === 'STRING' || !/^-?\d+(\.\d+)?$/.test(text)) return { stringValue: text };
  return text.includes('.') ? { doubleValue: digits(text) } : { longValue: digits(text) };
}

/** Without the offset, which is always that of UTC, and with no digits of the second, three or six. */
function time(text: string): string {
  if (text.includes('infinity')) throw new ServiceError('InternalFailure', '');
  return text
    .replace(/(?<=:\d\d(?:\.\d+)?)[+-]\d{2}(?::\d{2})*/, '')
    .replace(/\.(\d+)/, (_match, fraction: string) => `.${milliOrMicro(fraction)}`);
}

function milliOrMicro(fraction: string): string {
  return fraction.length > 3 ? fraction.padEnd(6, '0') : fraction.padEnd(3, '0');
}

const arrayKeys: Readonly<Record<string, string>> = {
  long: 'longValues',
  double: 'doubleValues',
  boolean: 'booleanValues',
};

function arrayField(element: WireType, text: string, options: ReturnOptions): Field {
  // Decimals have no list of their own, so they stay text.
  const values = parseArrayElements(text).map((item) =>
    item === null
      ? null
      : Object.values(scalar(element, item, { ...options, decimals: 'STRING' }))[0],
  );
  const isText = element.kind === 'long' && options.longs === 'STRING';
  const key = (isText ? undefined : arrayKeys[element.kind]) ?? 'stringValues';
  return { arrayValue: { [key]: values } };
}
