import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseFilterText } from '../../../../lib/model/filters/parse-filter-text.ts';
import { writeFilterJson } from '../../../../lib/model/filters/write-filter-json.ts';
import { writeFilterText } from '../../../../lib/model/filters/write-filter-text.ts';
import { readSeed } from '../../../support/random/seed.ts';
import { arbitraryFilter } from './arbitrary-filter.ts';
import { filterOf } from './parse.ts';
import { simplify, isBeyondJudge, isWrittenWrong } from './python-judge/judge-limits.ts';
import { installJudge } from './python-judge/judge.ts';

const judge = await installJudge();

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const filters = fc
  .sample(arbitraryFilter, { numRuns: 3_000, seed: readSeed(process.env) })
  .map((filter) => ({ text: writeFilterText(filter), json: toJson(writeFilterJson(filter)) }))
  .filter(({ json }) => !isBeyondJudge(json));

describe.skipIf(judge === undefined)('the library cql2 of PyPI', () => {
  it('judges most of the random filters', () => {
    expect(filters.length).toBeGreaterThan(2_000);
  });

  it('reads the text of any filter as its JSON', async () => {
    const verdicts = (await judge?.(filters.map(({ text }) => ({ text })))) ?? [];
    const read = verdicts.map((verdict) =>
      'json' in verdict ? simplify(verdict.json) : verdict.error,
    );
    expect(read).toEqual(filters.map(({ json }) => simplify(json)));
  });

  it('reads the JSON of any filter, and writes it as text that is the same filter', async () => {
    const verdicts = (await judge?.(filters.map(({ json }) => ({ json })))) ?? [];
    const read = verdicts.map((verdict) =>
      'json' in verdict ? simplify(verdict.json) : verdict.error,
    );
    expect(read).toEqual(filters.map(({ json }) => simplify(json)));
    const texts = verdicts.flatMap((verdict, index) =>
      'text' in verdict && !isWrittenWrong(verdict.text)
        ? [{ text: verdict.text, json: filters[index]?.json }]
        : [],
    );
    expect(texts.length).toBeGreaterThan(1_500);
    expect(
      texts
        .map(({ text }) => toJson(writeFilterJson(filterOf(parseFilterText(text)))))
        .map((json) => simplify(json)),
    ).toEqual(texts.map(({ json }) => simplify(json)));
  });

  it('refuses what is refused here', async () => {
    const texts = ['a =', 'a = 1 b', "a = 'x", '(a = 1', 'a = 1)', 'a BETWEEN 1', 'a IN ()'];
    const verdicts = (await judge?.(texts.map((text) => ({ text })))) ?? [];
    expect(verdicts.map((verdict) => 'error' in verdict)).toEqual(texts.map(() => true));
    expect(texts.map((text) => parseFilterText(text).kind)).toEqual(texts.map(() => 'problem'));
  });
});
