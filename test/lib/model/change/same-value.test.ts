import { describe, expect, it } from 'vitest';

import { sameValue } from '../../../../lib/model/change/same-value.ts';
import { parseLossless } from '../../../../lib/model/lossless-json.ts';

const same = (one: string, other: string): boolean =>
  sameValue(parseLossless(one), parseLossless(other));

describe('two values', () => {
  it.each([
    ['1', '1'],
    ['12345678901234567890', '12345678901234567890'],
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}'],
    ['null', 'null'],
    ['"a"', '"a"'],
  ])('say the same: %s and %s', (one, other) => {
    expect(same(one, other)).toBe(true);
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
  ])('say something else: %s and %s', (one, other) => {
    expect(same(one, other)).toBe(false);
    expect(same(other, one)).toBe(false);
  });

  it('are the same where one is null and the other absent', () => {
    expect(sameValue(undefined, null)).toBe(true);
  });

  it('are compared by the digits of their numbers, whoever read them', () => {
    expect(sameValue(12, parseLossless('12'))).toBe(true);
  });
});
