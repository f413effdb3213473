import { describe, expect, it } from 'vitest';

import { findFirstDifference } from './shown-output.ts';

describe('the output that a document shows', () => {
  it.each([
    ['the same text', 'a\nb', 'a\nb'],
    ['any text in place of …', '{"id":"17","a":1}', '{"id":"…","a":1}'],
    ['any lines in place of …', 'a\nb\nc\nd', 'a\n  …\nd'],
    ['any end in place of …', 'a\nb\nc', 'a\n…'],
    ['an empty text in place of …', 'ac', 'a…c'],
    ['other line breaks and spaces', '{"a": 1, "b": 2}', '{"a":1,\n "b":2}'],
    ['another duration', 'ready (2.1 s)', 'ready (13.7 s)'],
    ['special characters of regular expressions', 'a+b (c) [d]*', 'a+b (c) [d]*'],
  ])('matches: %s', (_how, output, shownOutput) => {
    expect(findFirstDifference(output, shownOutput)).toBeUndefined();
  });

  it.each([
    ['another text', 'a x', 'a b', 'ab'],
    ['an output that stops too early', 'a', 'a…b', 'b'],
    ['a longer output', 'a b', 'a', 'expected the end, but found: b'],
    ['a longer output after …', 'a b c', 'a … b', 'b'],
    ['another order', 'b a', '…a…b', 'b'],
  ])('does not match: %s', (_how, output, shownOutput, missingText) => {
    expect(findFirstDifference(output, shownOutput)).toBe(missingText);
  });
});
