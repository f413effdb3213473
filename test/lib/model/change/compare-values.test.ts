import { describe, expect, it } from 'vitest';

import { isEqualValue, valueKey } from '../../../../lib/model/change/compare-values.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';

const same = (one: string, other: string): boolean =>
  isEqualValue(parseLossless(one), parseLossless(other));

const keys = (one: string, other: string): readonly string[] =>
  [one, other].map((text) => valueKey(parseLossless(text)));

describe('two values', () => {
  it.each([
    ['1', '1'],
    ['12345678901234567890', '12345678901234567890'],
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}'],
    ['null', 'null'],
    ['"a"', '"a"'],
  ])('are equal: %s and %s', (one, other) => {
    expect(same(one, other)).toBe(true);
    expect(new Set(keys(one, other)).size).toBe(1);
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
  ])('are different: %s and %s', (one, other) => {
    expect(same(one, other)).toBe(false);
    expect(same(other, one)).toBe(false);
    expect(new Set(keys(one, other)).size).toBe(2);
  });

  it('are equal if one is null and the other absent', () => {
    expect(isEqualValue(undefined, null)).toBe(true);
  });

  it('are compared by the digits of their numbers, with any parser', () => {
    expect(isEqualValue(12, parseLossless('12'))).toBe(true);
  });
});
