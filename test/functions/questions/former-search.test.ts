import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildingGraph, nodes, options, values } from './building-model.ts';
import { cases } from './former-search-cases.ts';
import {
  advanced,
  answerSchema,
  errorSchema,
  group,
  isOf,
  search,
  send,
  toQuery,
} from './former-searches.ts';
import type { ReadTile } from './naive-conditions.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId } from './random-buildings.ts';

let buildings: Buildings;
let tilesById: ReadonlyMap<string, readonly ReadTile[]>;

beforeAll(async () => {
  buildings = await openBuildings();
  tilesById = await buildings.readTiles(buildings.callers.administrator);
});

afterAll(async () => buildings?.close());

describe('the search of the reference platform', () => {
  it.each(cases)('finds: %s', async (_sentence, parameters, isMet) => {
    const { administrator } = buildings.callers;
    const found = await search(administrator, {
      'resource-type-filter': [{ graphid: buildingGraph }],
      ...parameters,
    });
    const expected = [...tilesById].filter(([, tiles]) => isMet(tiles)).map(([id]) => id);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it('finds places within a distance on the ground, and on both sides of the antimeridian', async () => {
    const { administrator } = buildings.callers;
    const near = (longitude: number, unit: string, width: number | string) =>
      search(administrator, {
        'map-filter': {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              properties: { buffer: { width, unit } },
              geometry: { type: 'Point', coordinates: [longitude, 51] },
            },
          ],
        },
      });
    // A step of the grid is 702 metres from west to east, and 1,113 from south to north.
    const [close, wide] = [await near(-1.8, 'm', 690), await near(-1.8, 'm', 715)];
    expect(wide.length).toBeGreaterThan(close.length);
    expect(await near(-1.8, 'ft', '2346')).toEqual(wide);
    expect(await near(358.2, 'm', 715)).toEqual(wide);
    expect((await near(-1.8, 'm', 1e9)).length).toBeGreaterThan(wide.length);
  });

  it('has one size of pages, none of them short before the last', async () => {
    const { administrator } = buildings.callers;
    const models = { 'resource-type-filter': [{ graphid: buildingGraph }] };
    const whole = await search(administrator, models);
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const response = await send(administrator, {
        ...models,
        limit: '7',
        'paging-filter': String(page),
      });
      const { results, 'paging-filter': paging } = answerSchema.parse(await response.json());
      ids.push(...results.hits.hits.map((hit) => hit._id));
      if (!paging.paginator.has_next) break;
      expect(results.hits.hits).toHaveLength(7);
    }
    expect(ids).toEqual(whole);
  });

  it('takes a form as it takes a query', async () => {
    const { administrator } = buildings.callers;
    const parameters = {
      ...advanced(
        ...Array.from({ length: 12 }, () => group({ [nodes.type]: isOf(values.house[0]) }, 'or')),
      ),
      limit: '1000',
    };
    const response = await administrator.sendRequest(
      'POST',
      '/search/resources',
      toQuery(parameters),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    const text = await response.text();
    expect([response.status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
    const { results } = answerSchema.parse(JSON.parse(text));
    expect(results.hits.total.value).toBeGreaterThan(0);
    expect(results.hits.hits.map((hit) => hit._id)).toEqual(
      await search(administrator, parameters),
    );
  });

  it('reads records directly by id, and shows tiles when they are requested', async () => {
    const { administrator } = buildings.callers;
    const [first, second] = [buildingId(1), buildingId(2)];
    const ids = await search(administrator, {
      id: `${first},${second}`,
      'term-filter': [{ type: 'term', value: 'nothing' }],
    });
    expect(ids).toEqual([first, second].toSorted());
    const tiles = await Promise.all(
      [{}, { tiles: 'true' }, { tiles: '' }, { tiles: 'false' }].map(async (parameters) => {
        const response = await send(administrator, { id: first, ...parameters });
        const { results } = answerSchema.parse(await response.json());
        return results.hits.hits[0]?._source.tiles !== undefined;
      }),
    );
    expect(tiles).toEqual([false, true, true, false]);
  });

  it('shows nothing of a nodegroup that the caller may not read, neither in hits nor by conditions', async () => {
    const { reader, administrator } = buildings.callers;
    const state = advanced(group({ [nodes.state]: isOf(options.good) }));
    expect(await search(administrator, state)).not.toEqual([]);
    expect(await search(reader, state)).toEqual([]);
    expect(
      await search(reader, advanced(group({ [nodes.state]: { op: 'null', val: '' } }))),
    ).toEqual([]);
    expect(
      await search(reader, {
        'term-filter': [{ type: 'term', value: 'Good' }],
        'resource-type-filter': [{ graphid: buildingGraph }],
      }),
    ).toEqual([]);
    const response = await send(reader, { limit: '1000', tiles: 'true' });
    expect(await response.text()).not.toContain(nodes.survey);
  });

  it.each([
    [
      { 'advanced-search': '[{"op":"and"' },
      'advanced-search: is not JSON: the text ends too early at character 13.',
    ],
    [{ 'term-filter': '[{"type":x}]' }, 'is wrong at character 10'],
    [{ 'advanced-search': [{ [nodes.height]: { op: 'gt', val: 'tall' } }] }, 'must be a number'],
    [
      {
        'map-filter': {
          features: [
            {
              geometry: {
                type: 'Polygon',
                coordinates: [
                  [
                    [0, 0],
                    [1, 0],
                    [1, 1],
                    [0, 1],
                  ],
                ],
              },
            },
          ],
        },
      },
      'The ring is open',
    ],
    [
      {
        'map-filter': {
          features: [
            {
              geometry: { type: 'Point', coordinates: [0, 0] },
              properties: { buffer: { width: 1, unit: 'km' } },
            },
          ],
        },
      },
      'must be m or ft',
    ],
    [{ 'time-filter': { fromDate: 'yesterday', toDate: null } }, 'must be a date'],
    [{ 'search-view': 'map-view' }, 'No search-view named map-view'],
    [{ 'lifecycle-state-filter': [{ id: nodes.type, name: 'Active' }] }, 'is not available'],
    [{ 'cross-model-advanced-search': [{ graph_id: buildingGraph }] }, 'is not available'],
    [{ 'paging-filter': '0' }, 'must be a whole number'],
    [{ 'paging-filter': '10001' }, 'GET /resources/ with conditions has a cursor'],
    [{ 'advanced-search': `${'['.repeat(1000)}${']'.repeat(1000)}` }, 'nested'],
    [{ 'term-filter': [{ type: 'term', value: 'a\u0000b' }] }, 'character that cannot be stored'],
  ])(
    'refuses what it cannot follow in the shape of that platform: %j',
    async (parameters, sentence) => {
      const response = await send(buildings.callers.administrator, parameters);
      const { status, success, title, message } = errorSchema.parse(await response.json());
      expect([response.status, status, success, title, message]).toEqual([
        400,
        'false',
        false,
        'Search Failed',
        expect.stringContaining(sentence),
      ]);
    },
  );
});
