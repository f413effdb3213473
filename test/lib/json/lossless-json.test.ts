import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isLosslessNumber, parseLossless } from '../../../lib/json/lossless-json.ts';

describe('parseLossless', () => {
  it.each([
    '12345678901234567890',
    '1.0',
    '-0',
    '1e400',
    '0.0000001',
    '0.1000000000000000055511151231257827',
    '{"a":[1.50,{"b":2e3}],"c":"1.0"}',
  ])('keeps %s unchanged', (text) => {
    expect(JSON.stringify(parseLossless(text))).toBe(text);
  });

  it('returns a JavaScript number if no digits are lost', () => {
    expect(parseLossless('[1,2.5,-3]')).toEqual([1, 2.5, -3]);
  });

  it('marks numbers that it stores as text', () => {
    const value = parseLossless('1.0');
    expect(isLosslessNumber(value) && value.rawJSON).toBe('1.0');
    expect(isLosslessNumber(1)).toBe(false);
  });

  it('keeps every JSON text without spaces unchanged', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const text = JSON.stringify(JSON.parse(json));
        expect(JSON.stringify(parseLossless(text))).toBe(text);
      }),
    );
  });

  it('keeps all digits of every number at any position', () => {
    const number = fc.oneof(
      fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/),
      fc.stringMatching(/^-?0\.0{1,9}\d{1,4}$/),
    );
    fc.assert(
      fc.property(number, (numberText) => {
        for (const text of [
          numberText,
          `[${numberText},1]`,
          `{"a":${numberText}}`,
          `[1,\n${numberText}]`,
        ]) {
          const expected = text.replaceAll('\n', '');
          expect(JSON.stringify(parseLossless(text))).toBe(expected);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses invalid JSON', () => {
    expect(() => parseLossless('{"a":}')).toThrow(SyntaxError);
  });
});
