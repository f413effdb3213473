import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sql, textArray } from '../../../lib/data-api/sql.ts';
import { foldParts, formsOfParts } from '../../functions/names/fold-parts.ts';
import { runCount } from '../../support/random/run-count.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

/** Folds texts in the database. @returns the parts of each, and its forms */
async function foldInDatabase(texts: readonly string[]) {
  const rows = await stack.owner.read(
    sql`select f.parts, to_json(forms_of_parts(f.parts))::text, folded_label(t.text), joined_label(t.text)
from unnest(${textArray(texts)}) with ordinality as t (text, position)
cross join lateral folded_parts(t.text) as f (parts)
order by t.position`,
  );
  return rows.map(([parts, forms, folded, joined]) => ({
    parts,
    forms: JSON.parse(String(forms)),
    folded,
    joined,
  }));
}

const foldHere = (text: string) => {
  const parts = foldParts(text);
  const forms = formsOfParts(parts);
  return { parts: parts.join(' '), forms, folded: forms[0], joined: forms[1] ?? null };
};

/** Characters that are folded, among letters and spaces. */
const drawCharacter = fc.oneof(
  fc.constantFrom(...'ab ABÉßøŁ12-–.,;()\u00AD\u200D\u2212\u05BE٣۴Ⅻ²ﬁＡ１ǧṣḪğıİ'.split('')),
  fc.constantFrom(..."'’‘‛`´ʹʺʻʼʽʾʿˀˁ′″·՚׳״ꜣꜥꞌ＇ʔŉŀ".split('')),
);

describe('the folding of a text for searching', () => {
  it.each([
    ['King’s Gate', "king' s gate"],
    ["'Abd al-ʿAziz'", 'abd al aziz'],
    ["rock 'n' roll", 'rock n roll'],
    ["the artists' signs", 'the artists signs'],
    ["d''Arcy -'- O'B'C", "d' arcy o' b' c"],
    ["'", ''],
    ["' - '", ''],
    ['', ''],
  ])('divides words at apostrophes, and removes the others: %s', async (text, parts) => {
    expect((await foldInDatabase([text])).map((folded) => folded.parts)).toEqual([parts]);
    expect(foldHere(text).parts).toBe(parts);
  });

  it('is that of the stated rules for any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(drawCharacter, { maxLength: 12 }), { minLength: 100, maxLength: 100 }),
        async (drawn) => {
          const texts = drawn.map((characters) => characters.join(''));
          const folded = await foldInDatabase(texts);
          expect(texts.map((text, index) => ({ text, ...folded[index] }))).toEqual(
            texts.map((text) => ({ text, ...foldHere(text) })),
          );
        },
      ),
      runCount(100, 10),
    );
  });

  it('cuts a text at 200 characters, and leaves no apostrophe at the end', async () => {
    const [folded] = await foldInDatabase([`${'a'.repeat(199)}’s`]);
    expect(folded).toEqual({
      parts: 'a'.repeat(199),
      forms: ['a'.repeat(199)],
      folded: 'a'.repeat(199),
      joined: null,
    });
  });
});
