import { describe, expect, it } from 'vitest';

import { wordsOfPatterns } from '../../../../lib/model/questions/pattern-words.ts';

describe('the words of a pattern', () => {
  it.each([
    ['Barrow', 'Barrow'],
    ['Round bar%', 'Round bar'],
    ['%arrow', undefined],
    ['%arrow hill', 'hill'],
    ['a_b c%d e', 'a c e'],
    [String.raw`50\% of`, 'of'],
    [String.raw`old\\%`, 'old'],
    ['St. Mary%', 'Mary'],
    ['%', undefined],
    ['', undefined],
  ])('%s begin words of each text that is like it', (pattern, words) => {
    expect(wordsOfPatterns([pattern])).toEqual(words === undefined ? undefined : [words]);
  });

  it('are needed of each pattern', () => {
    expect(wordsOfPatterns(['Barrow', '%row'])).toBeUndefined();
  });
});
