import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { TestWriter } from '../writing/writers.ts';
import { buildingGraph, concepts, nodes, options, values } from './building-model.ts';
import type { ReadTile } from './naive-conditions.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId } from './random-buildings.ts';

const answerSchema = z.looseObject({
  results: z.looseObject({
    hits: z.looseObject({
      total: z.object({ value: z.number(), relation: z.string() }),
      hits: z.array(
        z.looseObject({
          _id: z.string(),
          _source: z.looseObject({
            displayname: z.string(),
            points: z.array(
              z.looseObject({ point: z.object({ lon: z.number(), lat: z.number() }) }),
            ),
            tiles: z.array(z.looseObject({ nodegroup_id: z.string() })).optional(),
          }),
        }),
      ),
    }),
  }),
  'paging-filter': z.object({ paginator: z.looseObject({ has_next: z.boolean() }) }),
  total_results: z.number(),
});
const errorSchema = z.looseObject({
  status: z.string(),
  success: z.boolean(),
  title: z.string(),
  message: z.string(),
});

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

type Parameters = Readonly<Record<string, unknown>>;

const toQuery = (parameters: Parameters): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();

const send = async (caller: TestWriter, parameters: Parameters) =>
  caller.sendRequest('GET', `/search/resources?${toQuery(parameters)}`);

/** All ids that a search finds, from one page. */
async function search(caller: TestWriter, parameters: Parameters): Promise<readonly string[]> {
  const response = await send(caller, { limit: '1000', ...parameters });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const { results, total_results: total } = answerSchema.parse(JSON.parse(text));
  const ids = results.hits.hits.map((hit) => hit._id);
  if (total !== ids.length || total !== results.hits.total.value) throw new Error(text);
  return ids;
}

const advanced = (...groups: readonly unknown[]): Parameters => ({ 'advanced-search': groups });
const group = (conditions: Parameters, op = 'and') => ({ op, ...conditions });
const isOf = (...ids: readonly string[]) => ({ op: 'eq', val: ids.length === 1 ? ids[0] : ids });

type IsMet = (tile: ReadTile) => boolean;
const some =
  (...tests: readonly IsMet[]) =>
  (tiles: readonly ReadTile[]): boolean =>
    tiles.some((tile) => tests.every((test) => test(tile)));
const valueOf = (tile: ReadTile, node: string): unknown => tile.data[node] ?? null;
const typeIn =
  (ids: readonly unknown[]): IsMet =>
  (tile) =>
    [valueOf(tile, nodes.type)].flat().some((value) => ids.includes(value));
const heightIs =
  (test: (height: number) => boolean): IsMet =>
  (tile) => {
    const height = valueOf(tile, nodes.height);
    return typeof height === 'number' && test(height);
  };
const nameOf = (tile: ReadTile): string => JSON.stringify(valueOf(tile, nodes.called));
const called =
  (...names: readonly string[]): IsMet =>
  (tile) =>
    names.some((name) => nameOf(tile).includes(`"${name}"`));
const has =
  (node: string): IsMet =>
  (tile) =>
    valueOf(tile, node) !== null;

type Case = readonly [
  sentence: string,
  parameters: Parameters,
  isMet: (tiles: readonly ReadTile[]) => boolean,
];

const all = (): boolean => true;

const cases: readonly Case[] = [
  ['no parameters find everything', {}, all],
  [
    'a condition without a value is none',
    advanced(group({ [nodes.called]: { op: '~', val: '', lang: 'en' } })),
    all,
  ],
  [
    'null, missing and empty values and operators are none',
    advanced(
      group({ [nodes.called]: { op: '' }, [nodes.height]: { val: null }, [nodes.type]: {} }),
    ),
    all,
  ],
  [
    'an empty parameter is none',
    { 'advanced-search': '', 'map-filter': '', 'term-filter': '[]' },
    all,
  ],
  [
    'a concept by the id of a value in another language',
    advanced(group({ [nodes.type]: { op: '', val: values.house[1] } })),
    some(typeIn(values.house)),
  ],
  [
    'a concept without narrower ones',
    advanced(group({ [nodes.type]: isOf(values.barrow[0]) })),
    some(typeIn(values.barrow)),
  ],
  [
    'ids in capitals, in a list of one',
    advanced(group({ [nodes.type.toUpperCase()]: { val: [values.barrow[0].toUpperCase()] } })),
    some(typeIn(values.barrow)),
  ],
  [
    'another concept than this one',
    advanced(group({ [nodes.type]: { op: '!eq', val: values.house[0] } })),
    some((tile) => has(nodes.type)(tile) && !typeIn(values.house)(tile)),
  ],
  [
    'two nodes of a card in one tile',
    advanced(
      group({ [nodes.type]: isOf(values.house[0]), [nodes.height]: { op: 'gte', val: '12' } }),
    ),
    some(
      typeIn(values.house),
      heightIs((height) => height >= 12),
    ),
  ],
  [
    'two groups in any tiles',
    advanced(
      group({ [nodes.type]: isOf(values.house[0]) }),
      group({ [nodes.height]: { op: 'gte', val: 12 } }),
    ),
    (tiles) => some(typeIn(values.house))(tiles) && some(heightIs((height) => height >= 12))(tiles),
  ],
  [
    'or begins a new alternative',
    advanced(
      group({ [nodes.type]: isOf(values.bowl[0]) }, 'or'),
      group({ [nodes.height]: { op: 'lt', val: 12 } }),
      group({ [nodes.type]: isOf(values.house[0]) }, 'or'),
    ),
    (tiles) =>
      (some(typeIn(values.bowl))(tiles) && some(heightIs((height) => height < 12))(tiles)) ||
      some(typeIn(values.house))(tiles),
  ],
  [
    'words at the beginning of words',
    advanced(group({ [nodes.called]: { op: '~', lang: 'en', val: 'gat KIN' } })),
    some(called('King’s Gate', 'kings gate')),
  ],
  [
    'words one after the other',
    advanced(group({ [nodes.called]: { op: 'eq', val: 'am bach' } })),
    some(called('Mühle am Bach')),
  ],
  [
    'words in another order are not found by eq',
    advanced(group({ [nodes.called]: { op: 'eq', val: 'bach am' } })),
    () => false,
  ],
  [
    'a text of another language',
    advanced(group({ [nodes.called]: { op: '~', lang: 'de', val: 'mill' } })),
    () => false,
  ],
  [
    'another text than this one',
    advanced(group({ [nodes.called]: { op: '!~', val: 'mill' } })),
    some((tile) => has(nodes.called)(tile) && !called('Old Mill')(tile)),
  ],
  [
    'a pattern of the whole text',
    advanced(group({ [nodes.called]: { op: '~', val: 'old*' } })),
    some(called('Old Mill')),
  ],
  [
    'a whole text in quotation marks, with its case',
    advanced(group({ [nodes.called]: { op: 'eq', val: '"kings gate"' } })),
    some(called('kings gate')),
  ],
  [
    'null is a record without any value',
    advanced(group({ [nodes.height]: { op: 'null', val: '' } })),
    (tiles) => !some(has(nodes.height))(tiles),
  ],
  [
    'not_null is a record with some value',
    advanced(group({ [nodes.height]: { op: 'not_null', val: '' } })),
    some(has(nodes.height)),
  ],
  [
    'a date by an interval of it',
    advanced(group({ [nodes.built]: { op: 'overlaps', val: '-0600/-0400' } })),
    some((tile) => valueOf(tile, nodes.built) === '-0500'),
  ],
  [
    'geometries of a type',
    advanced(group({ [nodes.shape]: { op: 'Point', val: '' } })),
    some(has(nodes.shape)),
  ],
  [
    'geometries of another type',
    advanced(group({ [nodes.shape]: { op: 'Polygon', val: '' } })),
    () => false,
  ],
  [
    'an unknown node with a value finds nothing',
    advanced(group({ [concepts.house]: { op: 'eq', val: 'x' } })),
    () => false,
  ],
  [
    'an unknown node is no obstacle to another alternative',
    advanced(
      group({ [concepts.house]: { op: 'eq', val: 'x' } }),
      group({ [nodes.type]: isOf(values.house[0]) }, 'or'),
    ),
    some(typeIn(values.house)),
  ],
  [
    'a term: a phrase in any text',
    {
      'term-filter': [{ type: 'term', value: 'Old Mill', context: '', id: 0, inverted: false }],
      language: '*',
    },
    some(called('Old Mill')),
  ],
  ['a term is a whole word', { 'term-filter': [{ type: 'term', value: 'Old Mil' }] }, () => false],
  [
    'a string begins its last word',
    { 'term-filter': [{ type: 'string', value: 'old mil', inverted: false }] },
    some(called('Old Mill')),
  ],
  [
    'a term by the label of a concept',
    { 'term-filter': [{ type: 'term', value: 'house' }] },
    some(typeIn(values.house)),
  ],
  [
    'a concept term with narrower ones',
    { 'term-filter': [{ type: 'concept', value: concepts.round }] },
    some(typeIn([...values.round, ...values.bowl])),
  ],
  [
    'an inverted term: no such value',
    { 'term-filter': [{ type: 'term', value: 'house', inverted: true }] },
    (tiles) => !some(typeIn(values.house))(tiles),
  ],
  [
    'models, of which all are these',
    { 'resource-type-filter': [{ graphid: buildingGraph, inverted: false }] },
    all,
  ],
  ['an unknown model', { 'resource-type-filter': [{ graphid: concepts.house }] }, () => false],
  ['a broken language', { language: '*total=7882' }, all],
  [
    'dates of a time',
    { 'time-filter': { fromDate: '-0600-01-01', toDate: '-0400-12-31', inverted: false } },
    some((tile) => valueOf(tile, nodes.built) === '-0500'),
  ],
  [
    'dates of a time in the wrong order',
    { 'time-filter': { fromDate: '-0400-12-31', toDate: '-0600-01-01' } },
    some((tile) => valueOf(tile, nodes.built) === '-0500'),
  ],
  ['no features', { 'map-filter': { type: 'FeatureCollection', features: [] } }, all],
];

describe('the search of the reference platform', () => {
  it.each(cases)('finds: %s', async (_sentence, parameters, isMet) => {
    const { administrator } = buildings.callers;
    const tilesById = await buildings.readTiles(administrator);
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
        ...Array.from({ length: 60 }, () => group({ [nodes.type]: isOf(values.house[0]) }, 'or')),
      ),
      limit: '1000',
    };
    const response = await administrator.sendRequest(
      'POST',
      '/search/resources',
      toQuery(parameters),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    const { results } = answerSchema.parse(await response.json());
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
