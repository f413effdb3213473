import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;
let expected: readonly string[];

const containerSchema = z.object({ 'ldp:contains': z.array(z.string()).default([]) });
const idsOf = async (response: Response): Promise<readonly string[]> => {
  const container = containerSchema.parse(await response.json());
  return container['ldp:contains'].map((uri) => uri.replace(/.*\//, ''));
};

beforeAll(async () => {
  buildings = await openBuildings();
  expected = await buildings.findIds(buildings.callers.administrator, 'node.height=12');
});

afterAll(async () => buildings?.close());

const get = async (path: string, headers = {}): Promise<Response> =>
  buildings.callers.administrator.sendRequest('GET', path, undefined, headers);
const post = async (body: unknown, type = 'application/json'): Promise<Response> =>
  buildings.callers.administrator.sendRequest('POST', '/search', body, { 'content-type': type });

describe('a condition', () => {
  it('can have the bare name of a node, if that is no parameter', async () => {
    const response = await get('/resources/?height=12');
    expect([await idsOf(response), response.headers.get('x-ignored')]).toEqual([expected, null]);
  });

  it('can come in a header', async () => {
    expect(await idsOf(await get('/resources/', { 'x-service-node.height': '12' }))).toEqual(
      expected,
    );
  });

  it('in a header does not replace the one in the query', async () => {
    const response = await get('/resources/?node.height=12', { 'x-service-node.height': '0' });
    expect(await idsOf(response)).toEqual(expected);
  });

  it('is followed beside unknown names, which the answer lists', async () => {
    const response = await get('/resources/?node.height=12&heigth=3&_=17');
    expect([await idsOf(response), response.headers.get('x-ignored')]).toEqual([
      expected,
      'heigth, _',
    ]);
  });
});

describe('POST /search', () => {
  it.each([
    ['a condition', { 'node.height': 12 }],
    ['a bare name', { height: 12 }],
    ['a filter in text', { filter: 'height = 12' }],
    ['a filter in JSON', { filter: { op: '=', args: [{ property: 'height' }, 12] } }],
    ['a list', { 'node.height': [12] }],
  ])('finds what GET finds by %s', async (_name, body) => {
    const response = await post(body);
    expect([response.status, await idsOf(response)]).toEqual([200, expected]);
  });

  it('takes a form', async () => {
    const response = await post('node.height=12', 'application/x-www-form-urlencoded');
    expect(await idsOf(response)).toEqual(expected);
  });

  it('refuses a filter with the place of what is wrong in it', async () => {
    const response = await post({
      filter: { op: '=', args: [{ property: 'height' }, { date: 'soon' }] },
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('/args'),
    ]);
  });
});
