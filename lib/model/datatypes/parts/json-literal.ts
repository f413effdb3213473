import { isLosslessNumber, parseLossless } from '../../../json/lossless-json.ts';
import { NestedTooDeep } from '../../../json/nesting.ts';
import { literal, type RdfLiteral, type RdfValue } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocabulary.ts';
import type { LinkedValue, Reading } from '../datatype.ts';

/**
 * A number as a literal: `xsd:integer`, `xsd:decimal`, or `xsd:double` where it is written with an exponent.
 * @param written the digits as JSON writes them
 */
export function numberLiteral(written: string): RdfLiteral {
  if (/^-?\d+$/.test(written)) return literal(written, xsd.integer);
  return literal(written, /e/i.test(written) ? xsd.double : xsd.decimal);
}

/**
 * Any JSON value as a literal: a text as it is, numbers and truth values with their XSD types, objects and lists as `rdf:JSON`.
 * @param value not null
 */
export function jsonLiteral(value: unknown): RdfLiteral {
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'number') return numberLiteral(String(value));
  if (isLosslessNumber(value)) return numberLiteral(value.rawJSON);
  if (typeof value === 'boolean') return literal(String(value), xsd.boolean);
  return literal(JSON.stringify(value), rdf.json);
}

const numeric: ReadonlySet<string> = new Set([xsd.integer, xsd.decimal, xsd.double]);

/** The JSON value that a literal stands for, whatever wrote it. */
export function literalJson({ value, datatype }: RdfLiteral): unknown {
  const isJson =
    datatype === rdf.json ||
    datatype === xsd.boolean ||
    (datatype !== undefined && numeric.has(datatype));
  if (!isJson) return value;
  try {
    return parseLossless(value);
  } catch (error) {
    if (error instanceof NestedTooDeep) throw error;
    return value;
  }
}

/** The one literal that there must be. */
export function singleLiteral(
  values: readonly RdfValue[],
  read: (only: RdfLiteral) => Reading,
): Reading {
  const [only, another] = values;
  if (only?.kind !== 'literal' || another !== undefined) {
    return { kind: 'problem', message: 'Exactly one literal is needed here.' };
  }
  return read(only);
}

/** For values of which nothing more is known than that they are JSON. */
export const jsonLinked: LinkedValue = {
  kind: 'literal',
  write: (value) => [jsonLiteral(value)],
  read: (values) => singleLiteral(values, (only) => ({ kind: 'value', value: literalJson(only) })),
};

/** What a literal says where text is expected: its lexical form whatever its datatype, unless it is JSON. */
export function literalText(literal: RdfLiteral): unknown {
  return literal.datatype === rdf.json ? literalJson(literal) : literal.value;
}

/** For values that are texts: one plain literal. */
export const textLinked: LinkedValue = {
  kind: 'literal',
  write: (value) => [jsonLiteral(value)],
  read: (values) => singleLiteral(values, (only) => ({ kind: 'value', value: literalText(only) })),
};
