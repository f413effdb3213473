import { ServiceError } from './errors.ts';
import { elementType, type WireType } from './types.ts';

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
export type Column = { readonly name: string; readonly typeId: number; readonly type: WireType };

/**
 * Turns a value from PostgreSQL's text into the service's field.
 * @param text null for an SQL null
 * @throws ServiceError UnsupportedResultException for types that the service does not give, InternalFailure for infinite times
 */
export function decode(column: Column, text: string | null, options: ReturnOptions): Field {
  const element = elementType(column.typeId);
  if (element !== undefined) {
    return text === null ? { isNull: true } : arrayField(element, text, options);
  }
  if (column.type.kind === 'unsupported') throw unsupportedType(column.type);
  if (text === null) return { isNull: true };
  return scalar(column.type, text, options);
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
    case 'timestamp':
    case 'timestamptz':
      return { stringValue: time(text) };
    case 'string':
    case 'unsupported':
      return { stringValue: text };
  }
}

function decimal(text: string, options: ReturnOptions): Field {
  if (options.decimals === 'STRING' || !/^-?\d+(\.\d+)?$/.test(text)) return { stringValue: text };
  return text.includes('.') ? { doubleValue: digits(text) } : { longValue: digits(text) };
}

/** Without the offset, which is always that of UTC, and with no digits of the second, three or six. */
function time(text: string): string {
  if (text.includes('infinity')) throw new ServiceError('InternalFailure', '');
  const [, whole = '', fraction = ''] =
    /^(.*?)(?:\.(\d+))?(?:[+-]\d{2}(?::?\d{2})?)?$/.exec(text) ?? [];
  if (!/^\d+-\d\d-\d\d \d/.test(text) || fraction === '') return fraction === '' ? whole : text;
  const micro = fraction.padEnd(6, '0');
  return `${whole}.${micro.endsWith('000') ? micro.slice(0, 3) : micro}`;
}

const arrayKeys: Readonly<Record<string, string>> = {
  long: 'longValues',
  double: 'doubleValues',
  boolean: 'booleanValues',
};

function arrayField(element: WireType, text: string, options: ReturnOptions): Field {
  if (element.kind === 'unsupported') throw unsupportedType(element);
  const items = elements(text).map((item) =>
    item === null ? null : scalar(element, item, options),
  );
  const key =
    options.longs === 'STRING' && element.kind === 'long' ? undefined : arrayKeys[element.kind];
  return {
    arrayValue: { [key ?? 'stringValues']: items.map((item) => item && Object.values(item)[0]) },
  };
}

/** Reads PostgreSQL's array text, such as `{1,NULL,"a, b"}`. */
function elements(text: string): readonly (string | null)[] {
  if (text.startsWith('{{')) {
    throw new ServiceError(
      'UnsupportedResultException',
      'The result contains a multidimensional array, which is not supported.',
    );
  }
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  return [...inner.matchAll(/"((?:[^"\\]|\\[\s\S])*)"(?:,|$)|([^,]*)(?:,|$)/g)]
    .filter(({ 0: matched, index }) => matched !== '' || index < inner.length)
    .map(({ 1: quoted, 2: bare }) => {
      if (quoted !== undefined) return quoted.replaceAll(/\\([\s\S])/g, '$1');
      return bare === 'NULL' ? null : (bare ?? null);
    });
}
