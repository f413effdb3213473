import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../../infra/local/database/database.ts';
import { listDateRanges } from '../../../lib/model/datatypes/values/extended-date-ranges.ts';
import { dateRangeExamples } from '../../lib/model/datatypes/values/date-range-examples.ts';
import { dateText } from '../../lib/model/datatypes/values/date-texts.ts';
import { openEmbeddedDatabase } from '../../support/database/embedded.ts';
import { openDatabase } from '../../support/database/open.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';

let embedded: Database;
let other: Database;

beforeAll(async () => {
  [embedded, other] = await Promise.all([openEmbeddedDatabase('empty'), openDatabase('empty')]);
});

afterAll(async () => {
  await embedded?.close();
  await other?.close();
});

const batchSize = 20_000;
const textCount = triesAllCases ? 100_000 : 20_000;

/** Computes the ranges of texts, 20,000 in a statement. */
async function rangesInDatabase(
  database: Database,
  texts: readonly string[],
): Promise<readonly string[]> {
  const session = await database.borrowSession('owner');
  try {
    const ranges: string[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      const { rows } = await session.query(
        `select coalesce(string_agg(r.lower || ' ' || r.upper, ', ' order by r.place), '')
from json_array_elements_text($1::json) with ordinality as t (text, place)
left join lateral (
  select d.lower, d.upper, row_number() over () as place
  from date_ranges(t.text) d
) r on true
group by t.place
order by t.place`,
        [{ typeId: 25, value: JSON.stringify(texts.slice(start, start + batchSize)) }],
        120_000,
      );
      ranges.push(...rows.map(([range]) => range ?? ''));
    }
    return ranges;
  } finally {
    await session.release();
  }
}

const rangesHere = (text: string): string =>
  listDateRanges(text)
    .map(({ lower, upper }) => `${lower} ${upper}`)
    .join(', ');

/** Lists at most ten texts whose ranges differ. */
async function findDifferences(database: Database, texts: readonly string[]) {
  const ranges = await rangesInDatabase(database, texts);
  return texts
    .map((text, index) => ({ text, inDatabase: ranges[index], here: rangesHere(text) }))
    .filter(({ inDatabase, here }) => inDatabase !== here)
    .slice(0, 10);
}

describe('the days that a date means in the database', () => {
  const examples = Object.values(dateRangeExamples).flat();

  it('are the same as in TypeScript for every short text of the characters of dates, which are seldom drawn', async () => {
    const characters = ['', ...'019X-./[]{},YES:+Z~?% \ufeff'.split('')];
    const texts = characters.flatMap((first) =>
      characters.flatMap((second) => characters.map((third) => first + second + third)),
    );
    expect(texts.length).toBeGreaterThan(10_000);
    expect(await findDifferences(other, [...new Set(texts)])).toEqual([]);
  });

  it.each([
    ['a server', () => other],
    ['the embedded database', () => embedded],
  ])('are the stated ones on %s', async (_name, database) => {
    const ranges = await rangesInDatabase(
      database(),
      examples.map(([text]) => text),
    );
    expect(examples.map(([text], index) => [text, ranges[index]])).toEqual(
      examples.map(([text, stated]) => [text, stated.join(', ')]),
    );
  });

  it(`are those of the service for ${textCount} texts by the grammar and with mistakes`, async () => {
    const texts = fc.sample(dateText, textCount);
    // Most of them are dates, and many are none.
    const count = texts.filter((text) => listDateRanges(text).length > 0).length;
    expect(count).toBeGreaterThan(0.4 * textCount);
    expect(count).toBeLessThan(0.9 * textCount);
    expect(await findDifferences(other, texts)).toEqual([]);
  });

  it('are those of the service for a tenth of as many such texts on the embedded database', async () => {
    expect(await findDifferences(embedded, fc.sample(dateText, textCount / 10))).toEqual([]);
  });

  it('are none for null', async () => {
    const session = await other.borrowSession('owner');
    try {
      const { rows } = await session.query('select * from date_ranges(null)', [], 10_000);
      expect(rows).toEqual([]);
    } finally {
      await session.release();
    }
  });
});
