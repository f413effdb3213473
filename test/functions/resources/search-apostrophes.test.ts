import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openHouses, type Houses } from '../names/named-houses.ts';
import { house } from '../names/house-model.ts';
import { searchNames } from './search-names.ts';

/*
 * An apostrophe or a modifier letter within a word of a name may be left out or be a space in the text of a search, and the reverse.
 */

const names = [
  'Qaṣr al-ʿAbd',
  'Baʿalbek Gate',
  'Hawaiʻi Temple',
  'Ḫirbat al-Mafǧar',
  'ʿAin Dāra',
  'Qurʾān House',
  'King’s Gate',
  "St. Mary's Church",
  "L'Église d'Aubigny",
  'O Brien’s Tower',
  'Queens Wharf',
  'Stratford‑upon−Avon',
  'Wind\u00ADmill Farm',
  '\u05D1\u05D9\u05EA\u05BE\u05DC\u05D7\u05DD',
  'Ｆｕｌｌ Ｗｉｄｔｈ’ｓ １２',
  'The Society for the Protection of Children’s Playing Fields',
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

/** The names that a search finds, without similar ones. */
async function findNames(text: string): Promise<readonly (string | undefined)[]> {
  const matches = await searchNames(houses.service.fetch, text);
  return matches
    .filter(({ match }) => match !== 'similar')
    .map(({ id }) => names.find((_, position) => house(position + 1) === id));
}

describe('a search by name', () => {
  it.each([
    ['Qasr al-Abd', 'Qaṣr al-ʿAbd'],
    ['qasr al abd', 'Qaṣr al-ʿAbd'],
    ['Ain Dara', 'ʿAin Dāra'],
    ['abd', 'Qaṣr al-ʿAbd'],
    ["Hawai'i", 'Hawaiʻi Temple'],
    ['hawaii', 'Hawaiʻi Temple'],
    ['hawai i temple', 'Hawaiʻi Temple'],
    ["qur'an", 'Qurʾān House'],
    ['quran house', 'Qurʾān House'],
    ['baalbek', 'Baʿalbek Gate'],
    ['ba`albek gate', 'Baʿalbek Gate'],
    ['khirbat', undefined],
    ['Hirbat al Mafgar', 'Ḫirbat al-Mafǧar'],
    ['kings gate', 'King’s Gate'],
    ['king s gate', 'King’s Gate'],
    ["King's Gate", 'King’s Gate'],
    ['st. marys church', "St. Mary's Church"],
    ['st mary s church', "St. Mary's Church"],
    ['marys', "St. Mary's Church"],
    ['mary', "St. Mary's Church"],
    ['leglise daubigny', "L'Église d'Aubigny"],
    ['eglise d’aubigny', "L'Église d'Aubigny"],
    ['eglise daubigny', "L'Église d'Aubigny"],
    ['l eglise d aubigny', "L'Église d'Aubigny"],
    ['l’église d aubigny', "L'Église d'Aubigny"],
    ['aubigny', "L'Église d'Aubigny"],
    ["o'brien's tower", 'O Brien’s Tower'],
    ['o briens tower', 'O Brien’s Tower'],
    ["Queen's Wharf", 'Queens Wharf'],
    ['stratford-upon-avon', 'Stratford‑upon−Avon'],
    ['stratford upon avon', 'Stratford‑upon−Avon'],
    ['windmill', 'Wind\u00ADmill Farm'],
    ['\u05DC\u05D7\u05DD', '\u05D1\u05D9\u05EA\u05BE\u05DC\u05D7\u05DD'],
    ['full widths 12', 'Ｆｕｌｌ Ｗｉｄｔｈ’ｓ １２'],
    [
      'society for the protection of childrens playing fields',
      'The Society for the Protection of Children’s Playing Fields',
    ],
    [
      'society for the protection of children s playing fields',
      'The Society for the Protection of Children’s Playing Fields',
    ],
    ['society for the protection of children playing', undefined],
  ])('with %j finds %j', async (text, name) => {
    expect(await findNames(text)).toEqual(name === undefined ? [] : [name]);
  });

  it.each([
    'ʹ',
    'ʺ',
    'ʻ',
    'ʼ',
    'ʽ',
    'ʾ',
    'ʿ',
    "'",
    '‘',
    '’',
    '‛',
    '`',
    '´',
    '′',
    '＇',
    'ˀ',
    'ꞌ',
    '՚',
  ])('treats %s like an apostrophe, in a name and in the text', async (apostrophe) => {
    await houses.importHouses({ 100: { title: `Zo${apostrophe}ar Well` } });
    for (const text of ['zoar well', 'zo ar well', `zo${apostrophe}ar well`, "'zo'ar' well"]) {
      expect({ text, matches: await searchNames(houses.service.fetch, text) }).toEqual({
        text,
        matches: [{ id: house(100), match: 'exact' }],
      });
    }
    expect(await findNames(`hawai${apostrophe}i`)).toEqual(['Hawaiʻi Temple']);
  });
});
