import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { plain } from '../../../lib/data-api/sql.ts';
import { fillViews } from '../../../lib/writing/spatial-views/fill-views.ts';
import { run } from '../../support/sample.ts';
import { openViewsService, sound, type ViewsService } from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
  await views.service.stack.owner.write(
    plain(`create or replace function spatial_layer.most_at_once() returns integer
language sql immutable
return 1`),
  );
});
beforeEach(async () => run(views.service, 'delete from spatial_view'));
afterAll(async () => views?.service.close());

const as = 'application administrator';
const filling = { status: 'filling' };

describe('a spatial view of more features than fit into a request', () => {
  it('is made with 201 and said to be filled, until it is', async () => {
    const { ask, service } = views;
    const posted = await ask('POST', '/api/spatialviews', { as, body: sound });
    expect([posted.status, await posted.json()]).toMatchObject([201, filling]);
    const path = posted.headers.get('location')?.replace(/^.*(?=\/api)/, '') ?? '';
    expect(await (await ask('GET', path, { as })).json()).toMatchObject(filling);
    await fillViews(service.stack.data);
    expect(await (await ask('GET', path, { as })).json()).not.toHaveProperty('status');
    expect(await (await ask('GET', '/api/spatialviews', { as })).json()).not.toMatchObject([
      filling,
    ]);
  });

  it('is filled anew by a PUT, and by none that switches it off', async () => {
    const { ask, service } = views;
    const posted = await ask('POST', '/api/spatialviews', { as, body: sound });
    const path = posted.headers.get('location')?.replace(/^.*(?=\/api)/, '') ?? '';
    await fillViews(service.stack.data);
    const spatialviewid = path.split('/').at(-1);
    const put = async (isactive: boolean) =>
      (await ask('PUT', path, { as, body: { spatialviewid, isactive } })).json();
    expect(await put(true)).toMatchObject(filling);
    expect(await put(false)).not.toHaveProperty('status');
    expect(await (await ask('GET', path, { as })).json()).not.toHaveProperty('status');
  });
});
