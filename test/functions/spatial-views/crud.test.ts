import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { openViewsService, place, sound, type ViewsService } from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
});
afterAll(async () => views?.service.close());

const named = z.looseObject({ spatialviewid: z.guid() });

describe('a spatial view', () => {
  it('is made, listed, read, changed and deleted', async () => {
    const { ask } = views;
    const as = 'application administrator';
    const made = await ask('POST', '/api/spatialviews', { as, body: sound });
    expect(made.status).toBe(201);
    const view = named.parse(await made.json());
    const path = `/api/spatialviews/${view.spatialviewid}`;
    expect(made.headers.get('location')).toBe(`https://heritage.test${path}`);
    expect(view).toEqual({
      ...sound,
      spatialviewid: view.spatialviewid,
      isactive: true,
      ismixedgeometrytypes: false,
      schema: 'public',
      collection: 'https://heritage.test/ogc/collections/places',
    });

    const list = await ask('GET', '/api/spatialviews', { as });
    expect([list.status, await list.json()]).toEqual([200, [view]]);
    const got = await ask('GET', path, { as });
    expect([got.status, await got.json()]).toEqual([200, view]);

    const changed = await ask('PUT', path, { as, body: { ...view, description: 'Changed' } });
    expect([changed.status, await changed.json()]).toEqual([
      200,
      { ...view, description: 'Changed' },
    ]);

    const deleted = await ask('DELETE', path, { as });
    expect([deleted.status, await deleted.text()]).toEqual([204, '']);
    expect((await ask('GET', path, { as })).status).toBe(404);
    expect((await ask('DELETE', path, { as })).status).toBe(404);
    expect(place.geometry).toBe(view['geometrynodeid']);
  });
});
