import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { phaseNodes, surveyNodes } from './building-model.ts';
import { drawFilter, holds, toText } from './naive-filters.ts';
import { callerKinds, drawnFor, openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

describe('a filter in CQL2 text', () => {
  it.each(callerKinds)(
    'finds the records of which it is true by what the %s may read',
    async (kind) => {
      const { callers, readTiles, findIds } = buildings;
      const caller = callers[kind];
      const tilesById = await readTiles(caller);
      const names = kind === 'reader' ? phaseNodes : [...phaseNodes, ...surveyNodes];
      const filters = drawnFor(kind, 100, (draw) => drawFilter(draw, names));
      let matches = 0;
      for (const filter of filters) {
        const text = toText(filter);
        const expected = [...tilesById]
          .filter(([, tiles]) => holds(tiles, filter))
          .map(([id]) => id)
          .toSorted();
        const query = `filter=${encodeURIComponent(text)}`;
        expect([text, await findIds(caller, query)]).toEqual([text, expected]);
        matches += expected.length;
      }
      expect(matches).toBeGreaterThan(2 * filters.length);
    },
  );

  it.each([
    ['height +', 'character'],
    ['height = 12 * 2', 'arithmetic'],
    ['height = called', 'property-property'],
    [`A_CONTAINS(type, ('a'))`, 'array-functions'],
    [`T_MEETS(built, DATE('1850-01-01'))`, 'temporal-functions'],
    [`size(height) = 2`, 'functions'],
    [`CASEI(called) = 'x'`, 'both sides'],
    [`heigth = 12`, 'Similar names: height'],
    [`height = 'tall'`, 'must be a number'],
    [`type = 'Castle'`, 'no label, id or URI'],
    [`type = 'Barow'`, 'Similar labels: Barrow'],
    [`same_tile(none(height = 12))`, 'same_tile joins'],
    ['('.repeat(1000), 'brackets'],
    [
      Array.from({ length: 7 }, () => `(height = 12 OR state = 'Good')`).join(' AND '),
      'too many choices',
    ],
  ])('that cannot be followed is a 400 with advice: %s', async (text, advice) => {
    const response = await buildings.callers.administrator.sendRequest(
      'GET',
      `/resources/?filter=${encodeURIComponent(text)}`,
    );
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining(advice),
    ]);
  });
});
