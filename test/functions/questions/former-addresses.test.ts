import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { browserAccept } from '../pages/data-pages.ts';
import { buildingGraph, nodes, options, values } from './building-model.ts';
import { advanced, group, search, toQuery, type Parameters } from './former-searches.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
  await buildings.service.openToGuest();
});

afterAll(async () => buildings?.close());

const models = { 'resource-type-filter': [{ graphid: buildingGraph, inverted: false }] };
const noise = { 'paging-filter': '1', tiles: 'true', precision: '6', total: '357' };
const term = (value: string) => [{ type: 'term', value, text: value, id: 0, inverted: false }];
const place = (geometry: object, width: number) => ({
  'map-filter': {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { buffer: { width, unit: 'm' } }, geometry }],
  },
});
const point = { type: 'Point', coordinates: [-1.77, 51.03] };
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-1.8, 51],
      [-1.76, 51],
      [-1.76, 51.05],
      [-1.8, 51.05],
      [-1.8, 51],
    ],
  ],
};

/** Questions that people have sent, in their shapes. */
const followed: readonly (readonly [what: string, parameters: Parameters])[] = [
  ['a term of a model', { ...models, 'term-filter': term('mill') }],
  ['two terms', { 'term-filter': [...term('old'), ...term('mill')] }],
  ['a polygon of a model', { ...models, ...place(square, 0) }],
  ['a distance from a point', { ...models, ...place(point, 2500) }],
  [
    'text and reference on a card, with the empty conditions of the page',
    {
      ...models,
      ...advanced(
        group({
          [nodes.called]: { op: '~', lang: 'en', val: 'mill' },
          [nodes.type]: { op: '', val: '' },
        }),
      ),
    },
  ],
  [
    'a concept and a number',
    advanced(
      group({
        [nodes.type]: { op: '', val: values.bowl[0] },
        [nodes.height]: { op: 'gt', val: '1' },
      }),
    ),
  ],
  ['a model and any value', advanced(group({ [nodes.built]: { op: 'not_null', val: '' } }))],
  ['an option', advanced(group({ [nodes.state]: { op: 'eq', val: options.good } }))],
  ['a polygon with a term', { ...place(square, 0), 'term-filter': term('gate') }],
];

/** Questions that conditions of this service cannot say. */
const followedAsTheyStand: readonly (readonly [what: string, parameters: Parameters])[] = [
  ['an inverted term', { ...models, 'term-filter': [{ ...term('mill')[0], inverted: true }] }],
  [
    'a word that no value has in a language, on several pages',
    {
      ...models,
      'term-filter': [{ type: 'string', value: 'mill', inverted: true }],
      language: 'de',
    },
  ],
  ['a label', { ...models, 'term-filter': term('barrow') }],
  [
    'several groups',
    advanced(
      group({ [nodes.type]: { op: '', val: values.bowl[0] } }),
      group({ [nodes.called]: { op: '~', lang: 'en', val: 'mill' } }, 'or'),
      group({ [nodes.height]: { op: 'gt', val: '1' } }),
    ),
  ],
  ['a polygon with a distance', { ...models, ...place(square, 10) }],
  ['another concept', advanced(group({ [nodes.type]: { op: '!eq', val: values.house[0] } }))],
];

const listIds = (text: string): readonly string[] =>
  [...text.matchAll(/href="\/resources\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);

const fetchPage = async (path: string): Promise<Response> =>
  buildings.service.fetch(path, { headers: { accept: browserAccept }, redirect: 'manual' });

describe('an address of a search of the reference platform', () => {
  it.each(followed)('leads to the page with the same records: %s', async (_what, parameters) => {
    const response = await fetchPage(`/search?${toQuery({ ...noise, ...parameters })}`);
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    expect(location).not.toMatch(/advanced-search|term-filter|map-filter|paging-filter|total=/);
    const { administrator } = buildings.callers;
    const found = await buildings.findIds(administrator, location.replace(/^[^?]*\?/, ''));
    const expected = await search(administrator, parameters);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(found.length).toBeGreaterThan(0);
    expect((await fetchPage(location)).status).toBe(200);
  });

  it.each(followedAsTheyStand)(
    'that conditions of ours cannot say shows the records that it finds there: %s',
    async (_what, parameters) => {
      const query = toQuery({ ...noise, ...parameters });
      const ids: string[] = [];
      let path: string | undefined = `/search?${query}`;
      while (path !== undefined) {
        const page = await fetchPage(path);
        const text = await page.text();
        expect([page.status, text]).toEqual([200, expect.stringContaining('This address is of')]);
        expect(text).not.toContain('Not followed');
        ids.push(...listIds(text));
        path = /href="([^"]*)">Next page/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      }
      const expected = await search(buildings.callers.administrator, parameters);
      expect(expected.length).toBeGreaterThan(0);
      expect(ids.toSorted()).toEqual(expected.toSorted());
    },
  );

  it('offers what it finds as a table and as features', async () => {
    const [[, parameters] = ['', {}]] = followedAsTheyStand;
    const text = await (await fetchPage(`/search?${toQuery(parameters)}`)).text();
    const [path = ''] =
      /\/search\/export_results[^"]*tilecsv/
        .exec(text)
        ?.map((link) => link.replaceAll('&amp;', '&')) ?? [];
    const table = await (await buildings.service.fetch(path)).text();
    const expected = await search(buildings.callers.administrator, parameters);
    expect(
      table
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.slice(-36)),
    ).toEqual(expected);
  });

  it('names what it does not follow', async () => {
    const [[, parameters] = ['', {}]] = followedAsTheyStand;
    const page = await fetchPage(`/search?${toQuery({ ...parameters, 'sort-results': 'asc' })}`);
    expect(await page.text()).toMatch(/Not followed:\s+<code>sort-results<\/code>/);
  });

  it('that cannot be read is named, and never an error', async () => {
    const page = await fetchPage('/search?advanced-search=%5B%7B&language=*total=7882');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<code>advanced-search</code>');
  });

  it('leads there from the address with a language, too', async () => {
    const query = toQuery({ 'term-filter': term('mill') });
    const response = await fetchPage(`/en/search?${query}`);
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toMatch(/\/search\?term-filter=/);
    expect(response.headers.get('location')).not.toContain('lang=');
  });
});
