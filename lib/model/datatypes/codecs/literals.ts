import { isLosslessNumber } from '../../../json/lossless-json.ts';
import { literal, type RdfLiteral, type RdfValue } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocabulary.ts';
import type { LinkedCodec, ReadResult } from '../datatype.ts';
import { parseJsonOrUndefined } from '../values/json-values.ts';

/**
 * Writes a number as `xsd:integer`, `xsd:decimal`, or `xsd:double` if it has an exponent.
 * @param number the number as in JSON
 */
export function writeNumberLiteral(number: string): RdfLiteral {
  if (/^-?\d+$/.test(number)) return literal(number, xsd.integer);
  return literal(number, /e/i.test(number) ? xsd.double : xsd.decimal);
}

/**
 * Writes a JSON value as a literal: texts unchanged, numbers and booleans with their XSD types, objects and lists
 * as `rdf:JSON`.
 * @param value not null
 */
export function writeLiteral(value: unknown): RdfLiteral {
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'number') return writeNumberLiteral(String(value));
  if (isLosslessNumber(value)) return writeNumberLiteral(value.rawJSON);
  if (typeof value === 'boolean') return literal(String(value), xsd.boolean);
  return literal(JSON.stringify(value), rdf.json);
}

const numericDatatypes: ReadonlySet<string> = new Set([xsd.integer, xsd.decimal, xsd.double]);

/** Reads the JSON value of a literal. */
export function readLiteral({ value, datatype }: RdfLiteral): unknown {
  const isJson =
    datatype === rdf.json ||
    datatype === xsd.boolean ||
    (datatype !== undefined && numericDatatypes.has(datatype));
  const parsedJson = isJson ? parseJsonOrUndefined(value) : undefined;
  return parsedJson === undefined ? value : parsedJson.value;
}

/** Reads a value that must be exactly one literal. */
export function readSingleLiteral(
  values: readonly RdfValue[],
  read: (literalTerm: RdfLiteral) => ReadResult,
): ReadResult {
  const [first, another] = values;
  if (first?.kind !== 'literal' || another !== undefined) {
    return { kind: 'problem', message: 'Give exactly one literal.' };
  }
  return read(first);
}

/** The codec for values that can be any JSON. */
export const jsonLinkedCodec: LinkedCodec = {
  kind: 'literal',
  write: (value) => [writeLiteral(value)],
  read: (values) =>
    readSingleLiteral(values, (literalTerm) => ({
      kind: 'value',
      value: readLiteral(literalTerm),
    })),
};

/** Reads a text: the lexical form for any datatype except `rdf:JSON`. */
export function readLiteralText(literal: RdfLiteral): unknown {
  return literal.datatype === rdf.json ? readLiteral(literal) : literal.value;
}

/** The codec for values that are plain texts. */
export const textLinkedCodec: LinkedCodec = {
  kind: 'literal',
  write: (value) => [writeLiteral(value)],
  read: (values) =>
    readSingleLiteral(values, (literalTerm) => ({
      kind: 'value',
      value: readLiteralText(literalTerm),
    })),
};
