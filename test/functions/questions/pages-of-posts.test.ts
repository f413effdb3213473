import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { nextPath } from './next-path.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

const containerSchema = z.object({ 'ldp:contains': z.array(z.string()).default([]) });

const post = async (path: string, body: unknown): Promise<Response> =>
  buildings.callers.administrator.sendRequest('POST', path, body, {
    'content-type': 'application/json',
  });

const idsOf = async (response: Response): Promise<readonly string[]> => {
  const { 'ldp:contains': uris } = containerSchema.parse(await response.json());
  return uris.map((uri) => uri.replace(/.*\//, ''));
};

/** The ids on all pages of a POST. @param requestNext requests the page after a link */
async function readPages(
  body: object,
  requestNext: (path: string) => Promise<Response>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let response = await post('/search', { limit: 5, ...body });
  for (;;) {
    const path = nextPath(response);
    ids.push(...(await idsOf(response)));
    if (path === undefined) return ids;
    response = await requestNext(path);
  }
}

const filter = { op: '>', args: [{ property: 'height' }, 0] };

/** A filter with the same matches, which no address could hold. */
const longFilter = {
  op: 'or',
  args: [
    filter,
    {
      op: 'in',
      args: [{ property: 'called' }, Array.from({ length: 500 }, (_, index) => `Nowhere ${index}`)],
    },
  ],
};

describe('the pages of POST /search', () => {
  it.each([
    ['a filter in JSON', { filter }],
    ['an order', { filter, sort: '-name' }],
    ['words', { filter, q: 'mill' }],
  ])('go on by the link to the next page: %s', async (_name, body) => {
    const whole = await idsOf(await post('/search', { ...body, limit: 100 }));
    const { administrator } = buildings.callers;
    const ids = await readPages(body, async (path) => administrator.sendRequest('GET', path));
    expect(ids.length).toBeGreaterThan(5);
    expect(ids).toEqual(whole);
  });

  it.each([
    ['short', filter],
    ['too long for an address', longFilter],
  ])('go on by its cursor with the same body: %s', async (_name, sent) => {
    const body = { filter: sent };
    const expected = await idsOf(await post('/search', { ...body, limit: 1000 }));
    expect(expected.length).toBeGreaterThan(5);
    const ids = await readPages(body, async (path) => {
      const cursor = new URL(path, 'http://localhost').searchParams.get('cursor');
      return post('/search', { ...body, limit: 5, cursor });
    });
    expect(ids).toEqual(expected);
  });

  it('have links that fit into the header of a response, however long the body is', async () => {
    const response = await post('/search', { filter: longFilter, limit: 5 });
    const links = response.headers.get('link') ?? '';
    expect([response.status, links]).toEqual([200, expect.stringContaining('rel="next"')]);
    expect(links.length).toBeLessThan(8000);
  });
});
