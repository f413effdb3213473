import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  isNumericValue,
  isSameNumber,
  parseDecimal,
} from '../../../../../lib/model/datatypes/values/decimal.ts';

const parseAndWrite = (text: string): string | undefined => {
  const number = parseDecimal(text);
  return number === undefined ? undefined : JSON.stringify(number);
};

describe('a decimal text', () => {
  it.each([
    ['12', '12'],
    [' 12 ', '12'],
    ['+12', '12'],
    ['-0012.50', '-12.50'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['000', '0'],
    ['1e3', '1e3'],
    ['12345678901234567890', '12345678901234567890'],
    ['1.00000000000000000001', '1.00000000000000000001'],
  ])('%j is the number %s', (text, number) => {
    expect(parseAndWrite(text)).toBe(number);
  });

  it.each(['', '.', '+', 'e5', '1,5', '0x10', 'Infinity', 'NaN', '1_000', '1 000', '1e', '--1'])(
    '%j is no number',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  it('is parsed for every number that JavaScript writes', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(Number(parseAndWrite(String(number)))).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});

describe('two numbers', () => {
  const areSame = (firstText: string, secondText: string): boolean => {
    const [firstNumber, secondNumber] = [parseDecimal(firstText), parseDecimal(secondText)];
    return (
      isNumericValue(firstNumber) &&
      isNumericValue(secondNumber) &&
      isSameNumber(firstNumber, secondNumber)
    );
  };

  it.each([
    ['1.5', '15E-1'],
    ['1.50', '1.5E0'],
    ['100', '1e2'],
    ['0', '-0.00'],
    ['12345678901234567890', '1.234567890123456789E19'],
  ])('are the same: %s and %s', (firstText, secondText) => {
    expect(areSame(firstText, secondText)).toBe(true);
  });

  it.each([
    ['1', '-1'],
    ['1', '10'],
    ['12345678901234567890', '12345678901234567891'],
    ['0.1', '0.10000000000000000001'],
  ])('are not the same: %s and %s', (firstText, secondText) => {
    expect(areSame(firstText, secondText)).toBe(false);
  });
});
