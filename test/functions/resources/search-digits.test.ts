import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openHouses, type Houses } from '../names/named-houses.ts';
import { house } from '../names/house-model.ts';
import { searchNames } from './search-names.ts';

const names = [
  'Barrow 1051',
  'Barrow 10505',
  'Barrow No. 1050',
  'Trench A12',
  'Trench A112',
  'Henry XVIII Wing',
  'Barrow ١٠٥٢',
];

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
  await houses.service.openToGuest();
  await houses.importHouses(
    Object.fromEntries(names.map((title, position) => [position + 1, { title }])),
  );
});

afterAll(async () => houses?.service.close());

async function findNames(text: string) {
  const matches = await searchNames(houses.service.fetch, text);
  return matches.map(({ id, match }) => [
    match,
    names.find((_, position) => house(position + 1) === id),
  ]);
}

describe('a word with digits', () => {
  it.each([
    [
      '1050',
      [
        ['word', 'Barrow No. 1050'],
        ['word', 'Barrow 10505'],
      ],
    ],
    ['no. 1050', [['word', 'Barrow No. 1050']]],
    ['1150', []],
    ['trench a12', [['exact', 'Trench A12']]],
    ['a112', [['word', 'Trench A112']]],
    ['a122', []],
    ['b112', []],
    ['barrow 1052', [['exact', 'Barrow ١٠٥٢']]],
    ['barrow ١٠٥١', [['exact', 'Barrow 1051']]],
    ['barrow 1053', []],
  ])('is never similar to another: %s', async (text, matches) => {
    expect(await findNames(text)).toEqual(matches);
  });

  it('can stand beside a word that is similar', async () => {
    expect(await findNames('barow 1051')).toEqual([['similar', 'Barrow 1051']]);
  });

  it('has Arabic digits: Roman numerals are letters', async () => {
    expect(await findNames('henry xviiii')).toEqual([['similar', 'Henry XVIII Wing']]);
  });
});
