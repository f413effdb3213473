import { describe, expect, it } from 'vitest';

import { maxNesting } from '../../../../lib/json/nesting.ts';
import { readJson } from '../../../../lib/json/read-json.ts';
import { filterLimits } from '../../../../lib/model/filters/limits.ts';
import { writeFilterJson } from '../../../../lib/model/filters/write-filter-json.ts';
import { readObject, readText, refusedJson, refusedText } from './parse.ts';

const a = { property: 'a' };
const isOne = { op: '=', args: [a, 1] };

/** JSON of a condition within so many negations. */
function negate(times: number): unknown {
  let json: unknown = isOne;
  for (let level = 0; level < times; level += 1) json = { op: 'not', args: [json] };
  return json;
}

describe('a filter that is nested too deep', () => {
  it.each([
    ['brackets', '('.repeat(100_000)],
    ['closed brackets', `${'('.repeat(1_000)}a = 1${')'.repeat(1_000)}`],
    ['negations', `${'NOT '.repeat(1_000)}a = 1`],
    ['functions', `${'f('.repeat(1_000)}${')'.repeat(1_000)}`],
    ['intervals', 'f(INTERVAL('.repeat(1_000)],
    ['calculations', `a = ${'1 + '.repeat(1_000)}1`],
  ])('of %s is refused with advice', (_name, text) => {
    expect(refusedText(text)[0]).toMatch(/more than 90 conditions or brackets .* Write it flatter/);
  });

  it('is refused in JSON', () => {
    expect(refusedJson(negate(1_000))[0]).toMatch(/Write it flatter/);
    let list: unknown = [];
    for (let level = 0; level < 100_000; level += 1) list = [list];
    expect(refusedJson({ op: 'f', args: [list] })[0]).toMatch(/Write it flatter/);
  });

  it('is one level above the deepest, which JSON of a request can hold', () => {
    const text = (times: number): string => `${'NOT '.repeat(times)}a = 1`;
    const deepest = readText(text(filterLimits.depth - 2));
    const json = JSON.stringify(writeFilterJson(deepest));
    expect(readObject(readJson(json))).toEqual(deepest);
    expect(json.split(/[[{]/).length).toBeLessThan(maxNesting);
    expect(refusedText(text(filterLimits.depth - 1))[0]).toMatch(/Write it flatter/);
  });

  it('is none if it is only long', () => {
    const conditions = Array.from({ length: 2_000 }, (_, index) => `a = ${index}`);
    expect(readText(conditions.join(' OR '))).toMatchObject({ kind: 'or' });
  });
});

describe('a filter that is too large', () => {
  const list = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);
  const ring = (positions: number): string =>
    [...list(positions - 1).map((index) => `${index} ${index % 7}`), '0 0'].join(', ');

  it('has more than 5,000 values and names', () => {
    const allowed = list(filterLimits.values - 1);
    expect(readText(`a IN (${allowed.join()})`)).toMatchObject({ kind: 'in' });
    expect(readObject({ op: 'in', args: [a, allowed] })).toMatchObject({ kind: 'in' });
    const tooMany = list(filterLimits.values);
    expect(refusedText(`a IN (${tooMany.join()})`)[0]).toMatch(/more than 5000 values.*several/);
    expect(refusedJson({ op: 'in', args: [a, tooMany] })[0]).toMatch(/more than 5000 values/);
    const empty = list(10_000).map(() => []);
    expect(refusedJson({ op: 'f', args: empty })[0]).toMatch(/more than 5000 values/);
  });

  it('has more than 50,000 positions', () => {
    const allowed = readText(`S_WITHIN(a, POLYGON((${ring(filterLimits.positions)})))`);
    expect(readObject(writeFilterJson(allowed))).toEqual(allowed);
    const [message] = refusedText(`S_WITHIN(a, POLYGON((${ring(100_000)})))`);
    expect(message).toMatch(/more than 50000 positions. Simplify/);
    const coordinates = list(100_000).map((index) => [index, 0]);
    const line = { type: 'LineString', coordinates };
    expect(refusedJson({ op: 's_within', args: [a, line] })[0]).toMatch(/50000 positions/);
  });

  it('has more than two million characters', () => {
    const [message] = refusedText(`a = '${'x'.repeat(filterLimits.characters)}'`);
    expect(message).toMatch(/more than 2000000 characters/);
  });

  it('is read in time proportional to its length', () => {
    const read = (text: string): number => {
      const start = performance.now();
      refusedText(text);
      return performance.now() - start;
    };
    const beginnings = [
      "a = '",
      "a = '''",
      'a = "',
      '((a',
      "'\\'x",
      'a.',
      '1e',
      'POINT(',
      '1 1 ',
      '\u0085 ',
    ];
    for (const beginning of beginnings) {
      const text = beginning.repeat(Math.floor(filterLimits.characters / beginning.length));
      // Quadratic time would be hours.
      expect([beginning, read(text) < 10_000]).toEqual([beginning, true]);
    }
  });
});

describe('a filter with characters that cannot be stored', () => {
  it.each([
    ['U+0000', '\0'],
    ['half of a surrogate pair', '\ud83c'],
  ])('such as %s is refused where they are', (_name, character) => {
    expect(refusedText(`a = 'x${character}'`)).toEqual([
      expect.stringMatching(/Remove it/),
      `${character}'`,
    ]);
    expect(refusedJson({ op: '=', args: [a, character] })).toEqual([
      expect.stringMatching(/Remove it/),
      '/args/1',
    ]);
    expect(refusedJson({ op: '=', args: [{ property: character }, 1] })[1]).toBe(
      '/args/0/property',
    );
    expect(refusedJson({ op: character, args: [] })[0]).toMatch(/neither an operation/);
  });
});
