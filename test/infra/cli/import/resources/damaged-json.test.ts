import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  DamagedText,
  readDamagedJson,
} from '../../../../../infra/cli/import/resources/damaged-json.ts';
import { parseLossless } from '../../../../../lib/json/lossless-json.ts';

const read = (text: string, isUtf8 = true) => readDamagedJson(text, parseLossless, isUtf8);

describe('readDamagedJson', () => {
  it('reads valid JSON like JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify({ value }, null, indent);
        const { value: found, incompleteContainers } = read(text);
        expect(found).toEqual(JSON.parse(text));
        expect(incompleteContainers.size).toBe(0);
      }),
    );
  });

  it('keeps the members before and after a damaged member', () => {
    const damagedValue = fc.constantFrom(
      'NaN',
      '',
      '"\\x"',
      '"a\nb"',
      'tru',
      '01',
      '-',
      '1e',
      '\u0001',
    );
    fc.assert(
      fc.property(fc.jsonValue(), damagedValue, fc.jsonValue(), (before, text, after) => {
        const document = `{"a": ${JSON.stringify(before)}, "b": ${text}, "c": ${JSON.stringify(after)}}`;
        expect(read(document).value).toEqual({
          a: JSON.parse(JSON.stringify(before)),
          b: new DamagedText(text),
          c: JSON.parse(JSON.stringify(after)),
        });
      }),
    );
  });

  it('marks a list that is cut off as incomplete, and invents no item', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.nat(), (texts, position) => {
        const whole = JSON.stringify(texts);
        const { value, incompleteContainers } = read(
          whole.slice(0, 1 + (position % (whole.length - 1))),
        );
        expect(incompleteContainers.size).toBe(1);
        const items: readonly unknown[] = Array.isArray(value) ? value : [];
        const sound = items.filter((item) => !(item instanceof DamagedText));
        expect(sound).toEqual(texts.slice(0, sound.length));
      }),
    );
  });

  it.each([
    ['[1 2]', [1, 2]],
    ['[1,]', [1]],
    ['[1,,2]', [1, 2]],
    ['{"a": 1 "b": 2}', { a: 1, b: 2 }],
    ['{"a": 1, b: 2}', { a: 1 }],
    ['{"a": 1]}', { a: 1 }],
  ])('marks a text with an extra or missing character as incomplete: %s', (text, expected) => {
    const { value, incompleteContainers } = read(text);
    expect(value).toEqual(expected);
    expect(incompleteContainers.size).toBe(1);
  });

  it('keeps the items of a list after an item without its closing bracket', () => {
    expect(read('[{"a": {"b": 1}, {"a": 2}]').value).toEqual([{ a: { b: 1 } }, { a: 2 }]);
    expect(read('[{"a": [1, {"b": 2}, {"a": 3}]').value).toMatchObject([
      { a: [1, { b: 2 }, { a: 3 }] },
    ]);
  });

  it('marks texts as damaged if their bytes are not UTF-8', () => {
    const text = '{"a": "x\uFFFDy", "b": "z"}';
    expect(read(text).value).toEqual({ a: 'x\uFFFDy', b: 'z' });
    expect(read(text, false).value).toEqual({ a: new DamagedText('"x\uFFFDy"'), b: 'z' });
  });

  it('returns a value for any text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '\\',
      'a',
      '1',
      ' ',
      '"a"',
      '{"a":',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(JSON.stringify(read(pieces.join('')).value).length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});
