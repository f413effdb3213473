import { type JsonNumber, isNumber, isSameNumber, parseDecimal } from './parts/decimal.ts';
import type { Datatype, FromRdfContext, LinkedValue } from './datatype.ts';
import { jsonLinked, literalText, singleLiteral } from './parts/json-literal.ts';
import { jsonValue } from './parts/value-text.ts';
import { plainDisplay } from './parts/values.ts';

/** The number that a value stands for; undefined where it stands for none. */
function numberOf(value: unknown): JsonNumber | undefined {
  if (isNumber(value)) return value;
  return typeof value === 'string' ? parseDecimal(value) : undefined;
}

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** A number as it is stored, where what was read is the same number in another spelling. */
function asStored(value: unknown, { stored }: FromRdfContext): unknown {
  const number = numberOf(value);
  if (number === undefined) return value;
  return isNumber(stored) && isSameNumber(number, stored) ? stored : number;
}

const linked: LinkedValue = {
  ...jsonLinked,
  read: (values, _node, context) =>
    singleLiteral(values, (only) => ({
      kind: 'value',
      value: asStored(literalText(only), context),
    })),
};

/** A number of any size and precision: no digit of it is lost anywhere. */
export const number: Datatype = {
  name: 'number',
  widget: '10000000-0000-0000-0000-000000000008',
  display: plainDisplay,
  validate: (value) =>
    value === null || isEmpty(value) || numberOf(value) !== undefined
      ? []
      : [{ code: 'not_a_number', pointer: '', message: 'Write a decimal number, such as 12.5.' }],
  normalise: (value) => (isEmpty(value) ? null : (numberOf(value) ?? value)),
  valueText: jsonValue,
  linked,
};
