import { PassThrough } from 'node:stream';

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { fillWaitingViews } from '../../../infra/local/waiting-views.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { fillViews } from '../../../lib/writing/spatial-views/fill-views.ts';
import { runStatement } from '../../support/sample.ts';
import { openViewsService, validView, type ViewsService } from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
  await views.service.stack.owner.write(
    rawSql(`create or replace function spatial_layer.max_features_at_once() returns integer
language sql immutable
return 1`),
  );
});
beforeEach(async () => runStatement(views.service, 'delete from spatial_view'));
afterAll(async () => views?.service.close());

const as = 'application administrator';
const filling = { status: 'filling' };

async function readViewId(): Promise<string> {
  const viewList = await (await views.send('GET', '/api/spatialviews', { as })).json();
  return z.tuple([z.looseObject({ spatialviewid: z.string() })]).parse(viewList)[0].spatialviewid;
}

describe('a spatial view of more features than fit into a request', () => {
  it('is created with 201, and has the status `filling` until it is filled', async () => {
    const { send, service } = views;
    const posted = await send('POST', '/api/spatialviews', { as, body: validView });
    expect([posted.status, await posted.json()]).toMatchObject([201, filling]);
    const path = posted.headers.get('location')?.replace(/^.*(?=\/api)/, '') ?? '';
    expect(await (await send('GET', path, { as })).json()).toMatchObject(filling);
    await fillViews(service.stack.dataApi);
    expect(await (await send('GET', path, { as })).json()).not.toHaveProperty('status');
    expect(await (await send('GET', '/api/spatialviews', { as })).json()).not.toMatchObject([
      filling,
    ]);
  });

  it('is filled again after a PUT, but not after a PUT that deactivates it', async () => {
    const { send, service } = views;
    const posted = await send('POST', '/api/spatialviews', { as, body: validView });
    const path = posted.headers.get('location')?.replace(/^.*(?=\/api)/, '') ?? '';
    await fillViews(service.stack.dataApi);
    const spatialviewid = path.split('/').at(-1);
    const put = async (isactive: boolean) =>
      (await send('PUT', path, { as, body: { spatialviewid, isactive } })).json();
    expect(await put(true)).toMatchObject(filling);
    expect(await put(false)).not.toHaveProperty('status');
    expect(await (await send('GET', path, { as })).json()).not.toHaveProperty('status');
  });

  it('has all of its features under /ogc while it is being filled', async () => {
    const { send } = views;
    await send('POST', '/api/spatialviews', { as, body: validView });
    const readViewItems = async () =>
      (await send('GET', '/ogc/collections/places/items', { as: 'administrator' })).json();
    const itemsMeanwhile: unknown = await readViewItems();
    await fillViews(views.service.stack.dataApi);
    const { timeStamp: _, ...itemsAfterwards } = z.looseObject({}).parse(await readViewItems());
    expect(itemsAfterwards).toMatchObject({
      features: expect.arrayContaining([expect.anything()]),
    });
    expect(itemsMeanwhile).toMatchObject(itemsAfterwards);
  });

  it('writes `waitingViews` to the log, which starts the filling', async () => {
    const { send, service } = views;
    const logged = vi.spyOn(console, 'log');
    const lines = () => logged.mock.calls.map(([line]) => String(line));
    await send('POST', '/api/spatialviews', { as, body: validView });
    expect(lines().at(-1)).toContain('"waitingViews":1');
    await runStatement(service, `update spatial_view set is_active = false`);
    const path = `/api/spatialviews/${await readViewId()}`;
    await send('PUT', path, {
      as,
      body: { spatialviewid: path.split('/').at(-1), slug: 'others' },
    });
    expect(lines().at(-1)).not.toContain('waitingViews');
    logged.mockRestore();
  });

  it.each([
    ['if the log reports it', false],
    ['immediately if it was left from an earlier start', true],
  ])('is filled by npm start %s', async (_when, wasCreatedBefore) => {
    const { send, service } = views;
    const log = new PassThrough();
    const { promise: filled, resolve: resolveFilled } = Promise.withResolvers<string>();
    const start = () =>
      fillWaitingViews({
        dataApi: service.stack.dataApi,
        log,
        print: resolveFilled,
        isStopping: () => false,
      });
    if (!wasCreatedBefore) start();
    await send('POST', '/api/spatialviews', { as, body: validView });
    if (wasCreatedBefore) start();
    else log.write('a time {"waitingViews":1}\n');
    expect(await filled).toBe('spatial views filled');
    expect(await (await send('GET', '/api/spatialviews', { as })).json()).not.toMatchObject([
      filling,
    ]);
  });
});
