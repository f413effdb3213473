import { type JsonNumber, isNumericValue, isSameNumber, parseDecimal } from './values/decimal.ts';
import type { Datatype, FromRdfContext, LinkedCodec } from './datatype.ts';
import { jsonLinkedCodec, readLiteralText, readSingleLiteral } from './codecs/literals.ts';
import { mapReadResult } from './codecs/read-elements.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';

/** Parses a number; undefined for any other value. */
function parseNumber(value: unknown): JsonNumber | undefined {
  if (isNumericValue(value)) return value;
  return typeof value === 'string' ? parseDecimal(value) : undefined;
}

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Prefers the stored spelling of the same number. */
function preferStoredSpelling(value: unknown, { stored }: FromRdfContext): unknown {
  const number = parseNumber(value);
  if (number === undefined) return value;
  return isNumericValue(stored) && isSameNumber(number, stored) ? stored : number;
}

const linkedCodec: LinkedCodec = {
  ...jsonLinkedCodec,
  read: (values, _node, context) =>
    readSingleLiteral(values, (literalTerm) => ({
      kind: 'value',
      value: preferStoredSpelling(readLiteralText(literalTerm), context),
    })),
};

/** A number of any size and precision; all its digits are kept. */
export const numberDatatype: Datatype = {
  name: 'number',
  searchedBy: 'numbers',
  tileType: 'number',
  widget: '10000000-0000-0000-0000-000000000008',
  display: formatAsText,
  validate: (value) =>
    value === null || isEmpty(value) || parseNumber(value) !== undefined
      ? []
      : [{ code: 'not_a_number', pointer: '', message: 'Write a decimal number, such as 12.5.' }],
  normalise: (value) => (isEmpty(value) ? null : (parseNumber(value) ?? value)),
  textCodec: {
    ...jsonTextCodec,
    read: (texts, node, context) =>
      mapReadResult(jsonTextCodec.read(texts, node, context), (value) =>
        isNumericValue(value) ? preferStoredSpelling(value, context) : value,
      ),
  },
  linkedCodec,
};
