import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { roundCoordinates } from '../../../../lib/model/geojson/round-coordinates.ts';

/** A JSON number: sign, whole part, fraction, exponent. */
const numberParts = fc.tuple(
  fc.boolean(),
  fc.oneof(
    fc.bigInt({ min: 0n, max: 200n }),
    fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fc.constantFrom(9n, 99n, 999n),
  ),
  fc.oneof(
    fc.string({
      unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'),
      maxLength: 24,
    }),
    // Nines test the carry, and zeros the removal of trailing zeros.
    fc.string({ unit: fc.constantFrom('0', '5', '9'), maxLength: 12 }),
  ),
  fc.option(fc.integer({ min: -25, max: 25 }), { nil: undefined, freq: 8 }),
);
type NumberParts = typeof numberParts extends fc.Arbitrary<infer Value> ? Value : never;

function writeNumber([isNegative, whole, fraction, exponent]: NumberParts): string {
  const tail = fraction === '' ? '' : `.${fraction}`;
  return `${isNegative ? '-' : ''}${whole}${tail}${exponent === undefined ? '' : `e${exponent}`}`;
}

/** Rounds with integer arithmetic. */
function roundExactly(
  [isNegative, whole, fraction, exponent = 0]: NumberParts,
  decimals: number,
): string {
  const shift = decimals + exponent - fraction.length;
  const digits = BigInt(`${whole}${fraction}`);
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const scaled = (2n * digits * 10n ** BigInt(Math.max(0, shift)) + divisor) / (2n * divisor);
  const text = scaled.toString().padStart(decimals + 1, '0');
  const wholeLength = text.length - decimals;
  const fractionDigits = text.slice(wholeLength).replace(/0+$/, '');
  const sign = isNegative && scaled !== 0n ? '-' : '';
  return `${sign}${text.slice(0, wholeLength)}${fractionDigits === '' ? '' : `.${fractionDigits}`}`;
}

describe('rounding coordinates', () => {
  it.each([
    ['[1.005, 2.675]', 2, '[1.01, 2.68]'],
    ['[-0.5, 0.5]', 0, '[-1, 1]'],
    ['[1e-7, -2.5E-3]', 3, '[0, -0.003]'],
    ['[1.5e2, 1E+2]', 0, '[150, 100]'],
    ['[-0.0001, -0, -0.0]', 2, '[0, 0, 0]'],
    ['[12.0, 12.10, 100, 100.0]', 5, '[12, 12.1, 100, 100]'],
    ['[9.99, -99.96, 0.99]', 1, '[10, -100, 1]'],
    ['[9.78, 51.1]', 0, '[10, 51]'],
    ['[-99.97, 0]', 0, '[-100, 0]'],
    [
      '[123456789012345678901234.5678901234567890125]',
      15,
      '[123456789012345678901234.567890123456789]',
    ],
  ])('rounds %s at %i decimal places to %s, half away from zero', (text, decimals, expected) => {
    expect(roundCoordinates(text, decimals)).toBe(expected);
  });

  it('changes only numbers', () => {
    expect(roundCoordinates('[ [1.25,\n2.35] , [], null]', 1)).toBe('[ [1.3,\n2.4] , [], null]');
    expect(roundCoordinates('["1.25", 1.25]', 1)).toBe('["1.25", 1.25]');
  });

  it('does not expand extreme exponents', () => {
    expect(roundCoordinates('[1.5e400000000, 1e-400000000]', 0)).toBe('[15e399999999, 0]');
  });

  it('agrees with integer arithmetic for any number at any position', () => {
    const numbers = fc.array(numberParts, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 15 }), (anyNumbers, decimals) => {
        const expected = anyNumbers.map((parts) => roundExactly(parts, decimals)).join(',');
        expect(roundCoordinates(`[${anyNumbers.map(writeNumber).join(',')}]`, decimals)).toBe(
          `[${expected}]`,
        );
      }),
    );
  });

  it('rounds a text of 60,000 positions in the same way', () => {
    const position = '[7.12345678, 50.98765432]';
    const manyPositions = Array.from({ length: 60_000 }, () => position).join(', ');
    expect(roundCoordinates(`[${manyPositions}]`, 3)).toBe(
      `[${manyPositions.replaceAll(position, '[7.123, 50.988]')}]`,
    );
  });
});
