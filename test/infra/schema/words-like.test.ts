import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql, sql, text, textArray } from '../../../lib/data-api/sql.ts';
import { runCount } from '../../support/random/run-count.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

let stack: TestStack;

const words = ['bowl', 'barrow', 'barrowland', 'wheelbarrow', 'King’s', 'café', 'Straße', '1850'];

beforeAll(async () => {
  stack = await openTestStack();
  await storeWords(words);
});

afterAll(async () => stack?.close());

/** Stores the words of texts, as the triggers of tiles do. */
const storeWords = async (texts: readonly string[]): Promise<unknown> =>
  stack.owner.write(
    sql`insert into entry_word (word)
select distinct left(w.word, 100)
from unnest(${textArray(texts)}) t (text)
cross join lateral string_to_table(replace(folded_for_words(t.text), '''', ' '), ' ') w (word)
where w.word <> ''`,
  );

const readQuery = async (pattern: string): Promise<unknown> => {
  const [row] = await stack.owner.read(sql`select word_query_like(${text(pattern)})::text`);
  return row?.[0];
};

/** Texts of words with signs between them, some of which mean something in a pattern. */
const drawText = fc.string({
  unit: fc.constantFrom(..."abcABCé’'ß1 -%_\\.".split(''), 'ar', 'ro', 'e\u0301', 'Σ'),
  minLength: 1,
  maxLength: 14,
});

const escapePattern = (part: string): string => part.replaceAll(/[%_\\]/g, String.raw`\$&`);

/** A pattern that a text matches: parts of it, with wildcards in place of the others. */
const drawMatch = fc
  .tuple(drawText, fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 2, maxLength: 4 }))
  .map(([whole, places]) => {
    const characters = whole.split('');
    const cuts = places
      .toSorted((a, b) => a - b)
      .map((place) => Math.min(place, characters.length));
    const parts = cuts.slice(1).map((to, index) => characters.slice(cuts[index], to).join(''));
    const gaps = parts.map((part, index) => (index % 2 === 0 ? escapePattern(part) : '%'));
    const [first = 0] = cuts;
    const pattern = `${first > 0 ? '%' : ''}${gaps.join('')}${(cuts.at(-1) ?? 0) < characters.length ? '%' : ''}`;
    return { whole, pattern };
  });

describe('the query for the words that a pattern may match', () => {
  it.each([
    ['%arrow%', "'barrow' | 'barrowland' | 'wheelbarrow'"],
    ['%arrow', "'barrow' | 'wheelbarrow'"],
    ['Barrow%', "'barrow':*"],
    ['%owl Barr%', "'bowl' & 'barr':*"],
    ['%ing’s', "'king' & 's'"],
    ['_afe', "'cafe'"],
    [String.raw`%strasse\%`, "'strasse'"],
    ['%castle%', "'-'"],
  ])('has the words with these parts: %s', async (pattern, query) => {
    expect(await readQuery(pattern)).toBe(query);
  });

  it.each([['%'], [''], ['% - %']])(
    'is missing for a pattern without a part of a word: %s',
    async (pattern) => {
      expect(await readQuery(pattern)).toBeNull();
    },
  );

  it('is missing if a part is in very many words', async () => {
    await stack.owner.write(
      rawSql(`insert into entry_word (word)
select 'many' || n
from generate_series(1, 1001) n`),
    );
    expect(await readQuery('%any%')).toBeNull();
    expect(await readQuery('%any% bowl%')).toBe("'bowl':*");
  });

  it('finds each text that the pattern matches', async () => {
    const samples = fc.sample(drawMatch, runCount(5000, 2000));
    await storeWords(samples.map(({ whole }) => whole));
    const rows = await stack.owner.read(
      sql`select s.whole, s.pattern
from unnest(${textArray(samples.map(({ whole }) => whole))}, ${textArray(samples.map(({ pattern }) => pattern))}) s (whole, pattern)
where s.whole like s.pattern
  and not searched_words(folded_for_words(s.whole)) @@ word_query_like(s.pattern)`,
    );
    expect(rows).toEqual([]);
    const matching = await stack.owner.read(
      sql`select count(*) > 100
from unnest(${textArray(samples.map(({ whole }) => whole))}, ${textArray(samples.map(({ pattern }) => pattern))}) s (whole, pattern)
where s.whole like s.pattern
  and word_query_like(s.pattern) is not null`,
    );
    expect(matching).toEqual([[true]]);
  });
});
