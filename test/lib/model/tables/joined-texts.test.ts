import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { joinTexts, splitTexts } from '../../../../lib/model/tables/joined-texts.ts';

const texts = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ minLength: 1, unit: fc.constantFrom(';', '|', '\\', ' ', 'a') }),
);

describe('the texts of a cell', () => {
  it('are read back as they were: the elements of each of several tiles', () => {
    const tiles = fc.array(fc.array(texts), { minLength: 1 });
    fc.assert(
      fc.property(tiles, (tiles) => {
        fc.pre(tiles.some((elements) => elements.length > 0));
        const shape = { isList: true, isJoined: true };
        expect(splitTexts(joinTexts(tiles, shape), shape)).toEqual(tiles);
      }),
    );
  });

  it('are one text, unchanged, where there is only one', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shape = { isList: false, isJoined: false };
        const cell = joinTexts([[text]], shape);
        expect([cell, splitTexts(cell, shape)]).toEqual([text, [[text]]]);
      }),
    );
  });

  it('keep the place of a tile without a value', () => {
    const cell = joinTexts([['a; b'], [], ['c', 'd']], { isList: true, isJoined: true });
    expect(cell).toBe(String.raw`a\; b |  | c; d`);
  });

  it.each([[[]], [[[]]], [[[], []]]])('are no text if no tile has a value: %j', (tiles) => {
    expect(joinTexts(tiles, { isList: true, isJoined: true })).toBeNull();
  });
});
