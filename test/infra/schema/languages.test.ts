import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { json, sql } from '../../../lib/data-api/sql.ts';
import { languageRank, languageSteps, pickLanguage } from '../../../lib/model/pick-language.ts';
import { expectedLanguage } from '../../support/expected-language.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack({ content: 'empty' });
});

afterAll(async () => stack?.close());

const tag = fc.constantFrom(
  'en',
  'EN',
  'en-GB',
  'en_gb',
  'en-US',
  'en-AU',
  'en-GB-oxendict',
  'de',
  'de-AT',
  'DE-ch',
  'fr',
  'fr-CA',
  'ja',
  'ar',
  'zh',
  'zh-Hant',
  'zh-Hans',
  'zh-Hant-TW',
  'zh-hant-HK',
  'zh-TW',
  'sr-Latn',
  'sr-Cyrl-RS',
  'x-private',
  '',
);
const range = fc.oneof(
  { weight: 8, arbitrary: tag.filter((text) => text !== '') },
  fc.constantFrom('it', 'de-DE-1996', 'zh-Hans-CN'),
);
const choice = fc.record({
  tags: fc.uniqueArray(tag, { maxLength: 6 }),
  languages: fc.array(range, { minLength: 1, maxLength: 4 }),
});

/** Picks the languages of many choices in the database. The text in a language is the tag itself, with a mark. */
async function pickInDatabase(
  choices: readonly { readonly tags: readonly string[]; readonly languages: readonly string[] }[],
): Promise<readonly (string | null)[]> {
  const rows = await stack.owner.read(sql`select
  substr(
    spatial_layer.pick_language(
      (select coalesce(jsonb_object_agg(t.tag, '=' || t.tag), '{}') from jsonb_array_elements_text(c.choice -> 'tags') t (tag)),
      array(select l.range from jsonb_array_elements_text(c.choice -> 'languages') with ordinality as l (range, position) order by l.position)
    ),
    2
  )
from jsonb_array_elements(${json(choices)}) with ordinality as c (choice, position)
order by c.position`);
  return rows.map(([text]) => (typeof text === 'string' ? text : null));
}

describe('the language of a text', () => {
  it('is chosen by one rule in TypeScript and in SQL, which a second implementation confirms', async () => {
    const choices = fc.sample(choice, 3000);
    const expected = choices.map(
      ({ tags, languages }) => expectedLanguage(tags, languages) ?? null,
    );
    const picked = choices.map(({ tags, languages }) => pickLanguage(tags, languages) ?? null);
    const differences = choices.flatMap((item, index) =>
      picked[index] === expected[index]
        ? []
        : [{ ...item, picked: picked[index], expected: expected[index] }],
    );
    expect(differences).toEqual([]);
    expect(await pickInDatabase(choices)).toEqual(expected);
  });

  it('has the same rank in TypeScript and in SQL, also among languages that are refused', async () => {
    const choices = fc
      .sample(fc.tuple(choice, fc.array(range, { minLength: 1, maxLength: 2 })), 500)
      .map(([{ tags, languages }, refused]) => ({
        tags,
        languages: [...languages, '*', ...refused],
      }));
    const rows = await stack.owner
      .read(sql`select language_rank(t.tag, array(select s.step from jsonb_array_elements_text(c.choice -> 'steps') with ordinality as s (step, position) order by s.position))::text
from jsonb_array_elements(${json(choices.map(({ tags, languages }) => ({ tags, steps: languageSteps(languages) })))}) with ordinality as c (choice, position)
cross join jsonb_array_elements_text(c.choice -> 'tags') with ordinality as t (tag, position)
order by c.position, t.position`);
    expect(rows.map(([rank]) => Number(rank))).toEqual(
      choices.flatMap(({ tags, languages }) => tags.map((tag) => languageRank(tag, languages) + 1)),
    );
  });
});
