import { isLosslessNumber, parseLossless } from '../../../json/lossless-json.ts';
import { NestedTooDeepError } from '../../../json/nesting.ts';
import { literal, type RdfLiteral, type RdfValue } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocabulary.ts';
import type { LinkedCodec, ReadResult } from '../datatype.ts';

/**
 * A number as a literal: `xsd:integer`, `xsd:decimal`, or `xsd:double` where it is written with an exponent.
 * @param written the digits as JSON writes them
 */
export function writeNumberLiteral(written: string): RdfLiteral {
  if (/^-?\d+$/.test(written)) return literal(written, xsd.integer);
  return literal(written, /e/i.test(written) ? xsd.double : xsd.decimal);
}

/**
 * Any JSON value as a literal: a text as it is, numbers and truth values with their XSD types, objects and lists as `rdf:JSON`.
 * @param value not null
 */
export function writeLiteral(value: unknown): RdfLiteral {
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'number') return writeNumberLiteral(String(value));
  if (isLosslessNumber(value)) return writeNumberLiteral(value.rawJSON);
  if (typeof value === 'boolean') return literal(String(value), xsd.boolean);
  return literal(JSON.stringify(value), rdf.json);
}

const numeric: ReadonlySet<string> = new Set([xsd.integer, xsd.decimal, xsd.double]);

/** The JSON value that a literal stands for, whatever wrote it. */
export function readLiteral({ value, datatype }: RdfLiteral): unknown {
  const isJson =
    datatype === rdf.json ||
    datatype === xsd.boolean ||
    (datatype !== undefined && numeric.has(datatype));
  if (!isJson) return value;
  try {
    return parseLossless(value);
  } catch (error) {
    if (error instanceof NestedTooDeepError) throw error;
    return value;
  }
}

/** The one literal that there must be. */
export function readSingleLiteral(
  values: readonly RdfValue[],
  read: (only: RdfLiteral) => ReadResult,
): ReadResult {
  const [only, another] = values;
  if (only?.kind !== 'literal' || another !== undefined) {
    return { kind: 'problem', message: 'Exactly one literal is needed here.' };
  }
  return read(only);
}

/** For values of which nothing more is known than that they are JSON. */
export const jsonLinkedCodec: LinkedCodec = {
  kind: 'literal',
  write: (value) => [writeLiteral(value)],
  read: (values) =>
    readSingleLiteral(values, (only) => ({ kind: 'value', value: readLiteral(only) })),
};

/** What a literal says where text is expected: its lexical form whatever its datatype, unless it is JSON. */
export function readLiteralText(literal: RdfLiteral): unknown {
  return literal.datatype === rdf.json ? readLiteral(literal) : literal.value;
}

/** For values that are texts: one plain literal. */
export const textLinkedCodec: LinkedCodec = {
  kind: 'literal',
  write: (value) => [writeLiteral(value)],
  read: (values) =>
    readSingleLiteral(values, (only) => ({ kind: 'value', value: readLiteralText(only) })),
};
