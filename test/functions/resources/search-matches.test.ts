import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runCount } from '../../support/random/run-count.ts';
import { runStatement } from '../../support/sample.ts';
import { house, type House } from '../names/house-model.ts';
import { openHouses, type Houses } from '../names/named-houses.ts';
import { rankNames } from './rank-names.ts';
import { readShownNames, searchNames } from './search-names.ts';

/*
 * A search returns exactly the resource instances that a comparison with every name that the caller is shown returns, in the same order.
 */

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

afterAll(async () => houses?.service.close());

const words = [
  'mill',
  'mills',
  'mil',
  'church',
  'churh',
  'curch',
  'old',
  'of',
  'st',
  '12',
  '1050',
  '1051',
  'a112',
  'a12',
  'millennium',
  "king's",
  'kings',
  'king s',
  "l'eau",
  'ʿeau',
  "o'ba'al",
];

const drawText = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 });

/** Words, of which the last one may be cut. */
const drawSearch = fc
  .tuple(drawText, fc.integer({ min: 0, max: 3 }))
  .map(([list, cut]) =>
    list
      .slice(0, 2)
      .join(' ')
      .slice(0, cut === 0 ? undefined : -cut),
  )
  .filter((text) => /[a-z0-9]/.test(text));

const drawHouses = fc.array(
  fc.record({
    title: drawText.map((list) => list.join(' ')),
    within: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 1 }),
    isClosed: fc.boolean(),
  }),
  { minLength: 6, maxLength: 12 },
);

describe('a search', () => {
  const kinds = new Set<string>();

  it('returns what a comparison with every shown name returns', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawHouses,
        fc.array(drawSearch, { minLength: 20, maxLength: 20 }),
        async (drawn, searches) => {
          await houses.clear();
          await runStatement(houses.service, 'delete from resource_grant');
          await houses.service.openToGuest();
          const numbered = drawn.map((values, index) => [index + 1, values] as const);
          await houses.importHouses(
            Object.fromEntries(
              numbered.map(([number, { title, within }]): [number, House] => [
                number,
                { title, within },
              ]),
            ),
          );
          const closed = numbered
            .filter(([, { isClosed }]) => isClosed)
            .map(([number]) => house(number));
          await runStatement(
            houses.service,
            `insert into resource_grant (resource_id, account_group_id, no_access)
             select r.resource_id, g.account_group_id, true
             from resource r, account_group g
             where g.name = 'Guest' and r.resource_id = any ('{${closed.join(',')}}')`,
          );
          const names = await readShownNames(houses.service, null);
          for (const text of searches) {
            const results = await searchNames(houses.service.fetch, text);
            for (const { match } of results) kinds.add(match);
            expect({ text, results }).toEqual({ text, results: rankNames(names, text) });
          }
        },
      ),
      runCount(200, 6),
    );
  });

  it('had matches of every kind', () => {
    expect([...kinds].toSorted()).toEqual(['beginning', 'exact', 'similar', 'word']);
  });
});
