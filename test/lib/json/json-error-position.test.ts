import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findJsonErrorPosition } from '../../../lib/json/json-error-position.ts';

describe('the position at which a text stops being JSON', () => {
  it.each([
    ['{draft} wall', 1],
    ['[sic] wall', 1],
    ['{"a": 1,}', 8],
    ['{"a": "x\ny"}', 8],
    ['\uFEFF{"a": 1}', 0],
    ["{'a': 1}", 1],
    ['{\\"a\\": 1}', 1],
    ['"abc" d', 6],
    ['{"a": tru}', 6],
    ['[1, 2', 5],
    ['"abc', 4],
    ['["\\x"]', 2],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{"a": 1]', 7],
    ['[,]', 1],
    ['{,}', 1],
    ['', 0],
    ['[1]]', 3],
  ])('is found: %j', (text, position) => {
    expect(findJsonErrorPosition(text)).toBe(position);
  });

  it('is where a character was inserted that JSON cannot have, or at the beginning of the word around it', () => {
    const texts = fc
      .json()
      .chain((text) => fc.tuple(fc.constant(text), fc.integer({ min: 0, max: text.length })));
    fc.assert(
      fc.property(texts, ([text, index]) => {
        const damagedText = `${text.slice(0, index)}\u0001${text.slice(index)}`;
        const position = findJsonErrorPosition(damagedText);
        expect(position).toBeLessThanOrEqual(index);
        expect(position).toBeGreaterThan(index - 6);
      }),
    );
  });

  it('is found in a million nested lists', () => {
    expect(findJsonErrorPosition('['.repeat(1e6))).toBe(1e6);
  });

  it('is the end of JSON of which the end is missing', () => {
    const containers = fc.json().filter((text) => /^[["{]/.test(text));
    const cutTexts = containers.chain((text) =>
      fc.integer({ min: 0, max: text.length - 1 }).map((length) => text.slice(0, length)),
    );
    fc.assert(
      fc.property(cutTexts, (text) => {
        // A word or an escape sequence may be cut.
        const position = findJsonErrorPosition(text);
        expect(text.length - position).toBeLessThan(6);
      }),
    );
  });
});
