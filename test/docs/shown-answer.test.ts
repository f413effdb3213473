import { describe, expect, it } from 'vitest';

import { firstDifference } from './shown-answer.ts';

describe('an answer that a document shows', () => {
  it.each([
    ['the same', 'a\nb', 'a\nb'],
    ['with any text where … stands', '{"id":"17","a":1}', '{"id":"…","a":1}'],
    ['with any lines where … stands', 'a\nb\nc\nd', 'a\n  …\nd'],
    ['with any end after …', 'a\nb\nc', 'a\n…'],
    ['with nothing where … stands', 'ac', 'a…c'],
    ['folded', '{"a": 1, "b": 2}', '{"a":1,\n "b":2}'],
    ['with another time', 'ready (2.1 s)', 'ready (13.7 s)'],
    ['of characters that patterns know', 'a+b (c) [d]*', 'a+b (c) [d]*'],
  ])('is found: %s', (_how, answer, shown) => {
    expect(firstDifference(answer, shown)).toBeUndefined();
  });

  it.each([
    ['another text', 'a x', 'a b', 'ab'],
    ['less', 'a', 'a…b', 'b'],
    ['more', 'a b', 'a', 'the end, and not: b'],
    ['more behind …', 'a b c', 'a … b', 'b'],
    ['the wrong order', 'b a', '…a…b', 'b'],
  ])('is not found: %s', (_how, answer, shown, difference) => {
    expect(firstDifference(answer, shown)).toBe(difference);
  });
});
