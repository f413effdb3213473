import { describe, expect, it } from 'vitest';

import { firstDifference } from './shown-answer.ts';

describe('an answer that a document shows', () => {
  it.each([
    ['the same', 'a\nb', 'a\nb'],
    ['with any text where … stands', '{"id":"17","a":1}', '{"id":"…","a":1}'],
    ['with any lines where … stands alone', 'a\nb\nc\nd', 'a\n  …\nd'],
    ['with any end after …', 'a\nb\nc', 'a\n…'],
    ['with another time', 'ready (2.1 s)', 'ready (13.7 s)'],
    ['of characters that patterns know', 'a+b (c) [d]*', 'a+b (c) [d]*'],
  ])('is found: %s', (_how, answer, shown) => {
    expect(firstDifference(answer, shown)).toBeUndefined();
  });

  it.each([
    ['another line', 'a\nx', 'a\nb', 'b'],
    ['a line that is missing', 'a', 'a\nb', 'b'],
    ['a line too many', 'a\nb', 'a', 'the end, and not: b'],
    ['a line before', 'x\na', 'a', 'a'],
    ['the wrong order', 'b\na', '…\na\n…\nb', 'b'],
  ])('is not found: %s', (_how, answer, shown, difference) => {
    expect(firstDifference(answer, shown)).toBe(difference);
  });
});
