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

  it('keeps what cannot be followed, and the page names it', async () => {
    const query = toQuery({
      ...models,
      'term-filter': [{ type: 'term', value: 'mill', inverted: true }],
      'sort-results': 'asc',
    });
    const response = await fetchPage(`/search?${query}`);
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    expect(location).toContain(`graph=${buildingGraph}`);
    const page = await fetchPage(location);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('This address is of the earlier platform');
    expect(text).toContain('<code>term-filter</code>');
    expect(text).not.toContain('<code>resource-type-filter</code>');
  });

  it('keeps a term that is a label, because no condition finds labels in any node', async () => {
    const query = toQuery({ ...models, 'term-filter': term('barrow') });
    const response = await fetchPage(`/search?${query}`);
    expect(response.headers.get('location')).toContain('term-filter=');
    expect(response.headers.get('location')).not.toContain('filter=words');
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
