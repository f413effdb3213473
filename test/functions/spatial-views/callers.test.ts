import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { readChallenge, testPassword, postForm } from '../../support/accounts.ts';
import { runStatement } from '../../support/sample.ts';
import {
  createView,
  openViewsService,
  placeNodeIds,
  validView,
  type ViewsCaller,
  type ViewsService,
} from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
});
beforeEach(async () => runStatement(views.service, 'delete from spatial_view'));
afterAll(async () => views?.service.close());

const riskNode = { nodeid: placeNodeIds.riskStatement, description: 'What may happen to it' };
const withRisk = { attributenodes: [...validView.attributenodes, riskNode] };
const allowedCallers: readonly ViewsCaller[] = [
  'administrator',
  'application admin',
  'application administrator',
];
const otherCallers: readonly ViewsCaller[] = ['reader', 'editor', 'in no group'];

describe('changing spatial views', () => {
  it('is allowed to administrators and to members of Application Administrator or Application Admin; others get 403, or 401 without a token', async () => {
    const { spatialviewid } = await createView(views, {});
    const path = `/api/spatialviews/${spatialviewid}`;
    const requests = [
      ['POST', '/api/spatialviews', { ...validView, slug: 'new' }],
      ['POST', '/api/spatialview', { slug: '1' }],
      ['PUT', path, { spatialviewid, description: 'Changed' }],
      ['PUT', path, { description: 5 }],
      ['PUT', '/api/spatialviews/unknown', { spatialviewid }],
      ['DELETE', path, undefined],
      ['DELETE', '/api/spatialview/unknown', undefined],
    ] as const;
    for (const [method, requestPath, body] of requests) {
      for (const as of otherCallers) {
        const refusal = await views.send(method, requestPath, { as, body });
        expect([method, requestPath, as, refusal.status]).toEqual([method, requestPath, as, 403]);
        expect(await refusal.text()).not.toContain('slug');
      }
      const anonymousAnswer = await views.send(method, requestPath, { body });
      expect([anonymousAnswer.status, readChallenge(anonymousAnswer)]).toEqual([401, 'Bearer']);
    }
    for (const as of allowedCallers) {
      const body = { spatialviewid, description: `By ${as}` };
      expect((await views.send('PUT', path, { as, body })).status).toBe(200);
    }
    const answer = await views.send('GET', path, { as: 'administrator' });
    expect(await answer.json()).toMatchObject({
      ...validView,
      description: 'By application administrator',
    });
  });

  it('is also allowed with a token of POST /auth/get_token, in Authorization or X-Authorization', async () => {
    const { service } = views;
    const token = await (
      await postForm(service, '/auth/get_token', {
        username: 'application administrator',
        password: testPassword,
      })
    ).text();
    for (const [number, name] of ['Authorization', 'X-Authorization'].entries()) {
      const answer = await views.send('POST', '/api/spatialviews', {
        body: { ...validView, slug: `by_token_${number}` },
        headers: { [name]: `Bearer ${token}` },
      });
      expect(answer.status).toBe(201);
    }
  });
});

describe('reading a spatial view', () => {
  it('needs the right to read its geometry node, and shows only readable attribute nodes', async () => {
    const active = await createView(views, withRisk);
    const inactive = await createView(views, { ...withRisk, slug: 'resting', isactive: false });
    for (const as of allowedCallers) {
      const list = await views.send('GET', '/api/spatialviews', { as });
      expect(await list.json()).toEqual([active, inactive]);
    }
    await views.service.stack.dataApi.write(
      setGroupDefaults('Resource Exporter', { read: true, write: false, delete: false }),
    );
    await runStatement(
      views.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select n.nodegroup_id, g.account_group_id, true
from node n
join account_group g on g.name = 'Resource Exporter'
where n.node_id = '${placeNodeIds.riskStatement}'`,
    );
    const as = 'reader';
    const shownViews = [active, inactive].map((view) => ({
      ...view,
      attributenodes: validView.attributenodes,
    }));
    expect(await (await views.send('GET', '/api/spatialviews', { as })).json()).toEqual(shownViews);
    for (const view of shownViews) {
      const answer = await views.send('GET', `/api/spatialviews/${view.spatialviewid}`, { as });
      expect(await answer.json()).toEqual(view);
    }

    await runStatement(
      views.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select n.nodegroup_id, g.account_group_id, true
from node n
join account_group g on g.name = 'Resource Exporter'
where n.node_id = '${placeNodeIds.geometry}'`,
    );
    expect(await (await views.send('GET', '/api/spatialviews', { as })).json()).toEqual([]);
    const [unreadable, unknown] = await Promise.all(
      [active.spatialviewid, active.spatialviewid.replaceAll(/\d/g, '0')].map(async (id) => {
        const answer = await views.send('GET', `/api/spatialviews/${id}`, { as });
        const text = await answer.text();
        return [answer.status, text.replace(/"requestId":"[^"]+"/, '')];
      }),
    );
    expect(unreadable).toEqual(unknown);
    expect(unreadable?.[0]).toBe(404);
  });

  it('is answered with an empty list or 404 if the account has no rights, and with 401 without a token', async () => {
    const { spatialviewid } = await createView(views, {});
    const as = 'in no group';
    const list = await views.send('GET', '/api/spatialviews', { as });
    expect([list.status, await list.json()]).toEqual([200, []]);
    expect((await views.send('GET', `/api/spatialviews/${spatialviewid}`, { as })).status).toBe(
      404,
    );
    for (const path of ['/api/spatialviews', `/api/spatialview/${spatialviewid}`]) {
      expect((await views.send('GET', path)).status).toBe(401);
    }
  });

  it('takes one Data API call, and each change takes two', async () => {
    const { spatialviewid } = await createView(views, {});
    const as = 'administrator';
    const path = `/api/spatialviews/${spatialviewid}`;
    const callsOf = (work: () => Promise<Response>): Promise<number> =>
      views.service.countCalls(work);
    expect(await callsOf(() => views.send('GET', '/api/spatialviews', { as }))).toBe(1);
    expect(await callsOf(() => views.send('GET', path, { as }))).toBe(1);
    const body = { ...validView, slug: 'another' };
    expect(await callsOf(() => views.send('POST', '/api/spatialviews', { as, body }))).toBe(2);
    expect(await callsOf(() => views.send('PUT', path, { as, body: { spatialviewid } }))).toBe(2);
    expect(await callsOf(() => views.send('DELETE', path, { as }))).toBe(2);
  });
});
