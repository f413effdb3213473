import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { openHouses, type Houses } from '../names/named-houses.ts';

const labels = [
  'King’s post',
  'O Brien lintel',
  'l’eau',
  'qaṣr al-ʿabd',
  'Queens moulding',
  'period 1050',
  'period 1051',
  'type A12',
  'type A112',
];

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
  await houses.service.openToGuest();
  await houses.importConcepts(
    Object.fromEntries(labels.map((label, position) => [position + 1, { en: label }])),
  );
});

afterAll(async () => houses?.service.close());

const matchesSchema = z.array(
  z.looseObject({ match: z.string(), matched: z.looseObject({ value: z.string() }) }),
);

async function search(text: string) {
  const document = await houses.service.fetchJson(
    `/rdm/concepts/search?q=${encodeURIComponent(text)}`,
  );
  return matchesSchema.parse(document).map(({ match, matched }) => [match, matched.value]);
}

describe('a search for concepts', () => {
  it.each([
    ['kings post', 'exact', 'King’s post'],
    ['king s post', 'exact', 'King’s post'],
    ["King's Post", 'exact', 'King’s post'],
    ['kings', 'beginning', 'King’s post'],
    ['king', 'beginning', 'King’s post'],
    ["o'brien lintel", 'exact', 'O Brien lintel'],
    ['leau', 'exact', 'l’eau'],
    ['eau', 'word', 'l’eau'],
    ['qasr al-abd', 'exact', 'qaṣr al-ʿabd'],
    ['abd', 'word', 'qaṣr al-ʿabd'],
    ["queen's moulding", 'exact', 'Queens moulding'],
  ])('ignores apostrophes: %s', async (text, match, label) => {
    expect((await search(text))[0]).toEqual([match, label]);
  });

  it.each([
    ['period 1050', [['exact', 'period 1050']]],
    ['1050', [['word', 'period 1050']]],
    ['type a12', [['exact', 'type A12']]],
    ['period 1052', []],
  ])('finds no similar label for a word with digits: %s', async (text, matches) => {
    expect(await search(text)).toEqual(matches);
  });

  it('finds a label with a similar word beside one with digits', async () => {
    expect(await search('perod 1050')).toEqual([['similar', 'period 1050']]);
  });
});
