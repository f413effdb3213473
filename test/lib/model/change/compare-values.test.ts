import { describe, expect, it } from 'vitest';

import { isEqualValue, valueKey } from '../../../../lib/model/change/compare-values.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';

const areEqual = (first: string, second: string): boolean =>
  isEqualValue(parseLossless(first), parseLossless(second));

const createKeys = (first: string, second: string): readonly string[] =>
  [first, second].map((text) => valueKey(parseLossless(text)));

describe('two values', () => {
  it.each([
    ['1', '1'],
    ['12345678901234567890', '12345678901234567890'],
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}'],
    ['null', 'null'],
    ['"a"', '"a"'],
  ])('are equal: %s and %s', (first, second) => {
    expect(areEqual(first, second)).toBe(true);
    expect(new Set(createKeys(first, second)).size).toBe(1);
  });

  it.each([
    ['12345678901234567890', '12345678901234567891'],
    ['1', '1.0'],
    ['1', '"1"'],
    ['[1,2]', '[2,1]'],
    ['{"a":1}', '{"a":1,"b":2}'],
    ['{"a":1}', '{"b":1}'],
    ['[]', '{}'],
    ['[]', 'null'],
    ['""', 'null'],
    ['false', 'null'],
  ])('are different: %s and %s', (first, second) => {
    expect(areEqual(first, second)).toBe(false);
    expect(areEqual(second, first)).toBe(false);
    expect(new Set(createKeys(first, second)).size).toBe(2);
  });

  it('are equal if one value is null and the other is undefined', () => {
    expect(isEqualValue(undefined, null)).toBe(true);
  });

  it('are compared by the digits of their numbers, even if one value has JavaScript numbers', () => {
    expect(isEqualValue(12, parseLossless('12'))).toBe(true);
  });
});
