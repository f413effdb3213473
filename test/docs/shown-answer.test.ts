import { describe, expect, it } from 'vitest';

import { firstDifference } from './shown-answer.ts';

describe('an answer that a document shows', () => {
  it.each([
    ['the same text', 'a\nb', 'a\nb'],
    ['any text in place of …', '{"id":"17","a":1}', '{"id":"…","a":1}'],
    ['any lines in place of …', 'a\nb\nc\nd', 'a\n  …\nd'],
    ['any end in place of …', 'a\nb\nc', 'a\n…'],
    ['nothing in place of …', 'ac', 'a…c'],
    ['other line breaks and spaces', '{"a": 1, "b": 2}', '{"a":1,\n "b":2}'],
    ['another duration', 'ready (2.1 s)', 'ready (13.7 s)'],
    ['special characters of regular expressions', 'a+b (c) [d]*', 'a+b (c) [d]*'],
  ])('matches: %s', (_how, answer, shownText) => {
    expect(firstDifference(answer, shownText)).toBeUndefined();
  });

  it.each([
    ['another text', 'a x', 'a b', 'ab'],
    ['a missing end', 'a', 'a…b', 'b'],
    ['a longer text', 'a b', 'a', 'the end, and not: b'],
    ['a longer text after …', 'a b c', 'a … b', 'b'],
    ['another order', 'b a', '…a…b', 'b'],
  ])('does not match: %s', (_how, answer, shownText, difference) => {
    expect(firstDifference(answer, shownText)).toBe(difference);
  });
});
