import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { spatialView as viewSchema } from '../../../lib/http/schemas/spatial-views.ts';
import { baseUrl } from '../../support/service.ts';
import { runStatement } from '../../support/sample.ts';
import { createView, openViewsService, validView, type ViewsService } from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
});
beforeEach(async () => runStatement(views.service, 'delete from spatial_view'));
afterAll(async () => views?.service.close());

const as = 'application administrator';

describe.each(['/api/spatialviews', '/api/spatialview'])('a spatial view at %s', (path) => {
  it('is created with 201, listed, read and changed with 200, and deleted with 204', async () => {
    const { send } = views;
    const posted = await send('POST', path, { as, body: validView });
    expect(posted.status).toBe(201);
    const view = viewSchema.parse(await posted.json());
    const ownPath = `${path}/${view.spatialviewid}`;
    expect(posted.headers.get('location')).toBe(
      `${baseUrl}/api/spatialviews/${view.spatialviewid}`,
    );
    expect(view).toEqual({
      ...validView,
      spatialviewid: view.spatialviewid,
      isactive: true,
      ismixedgeometrytypes: false,
      schema: 'public',
      collection: `${baseUrl}/ogc/collections/places`,
    });

    const list = await send('GET', `${path}/`, { as });
    expect([list.status, await list.json()]).toEqual([200, [view]]);
    const answer = await send('GET', `${ownPath}/`, { as });
    expect([answer.status, await answer.json()]).toEqual([200, view]);

    const body = { ...view, description: 'Changed' };
    const changed = await send('PUT', ownPath, { as, body });
    expect([changed.status, await changed.json()]).toEqual([200, body]);
    expect(await (await send('GET', ownPath, { as })).json()).toEqual(body);

    const deleted = await send('DELETE', ownPath, { as });
    expect([deleted.status, await deleted.text()]).toEqual([204, '']);
    expect(await (await send('GET', path, { as })).json()).toEqual([]);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const secondAnswer = await send(method, ownPath, {
        as,
        ...(method === 'PUT' ? { body } : {}),
      });
      expect([method, secondAnswer.status]).toEqual([method, 404]);
    }
  });

  it('answers 400 with the right path if the id in the path is missing or not allowed', async () => {
    const { spatialviewid: id } = await createView(views, {});
    const wrongRequests = [
      ['POST', `${path}/${id}`, validView, 'send it to /api/spatialviews'],
      ['POST', `${path}/${id}/`, validView, 'send it to /api/spatialviews'],
      ['PUT', path, { ...validView, spatialviewid: id }, 'PUT /api/spatialviews/{spatial_view_id}'],
      ['DELETE', path, undefined, 'DELETE /api/spatialviews/{spatial_view_id}'],
    ] as const;
    for (const [method, requestPath, body, advice] of wrongRequests) {
      const answer = await views.send(method, requestPath, { as, body });
      const problem: unknown = await answer.json();
      expect([method, answer.status]).toEqual([method, 400]);
      expect(problem).toMatchObject({
        code: 'invalid_input',
        errors: [
          { in: 'path', pointer: '/spatial_view_id', detail: expect.stringContaining(advice) },
        ],
      });
    }
    expect((await views.send('PATCH', path, { as })).status).toBe(405);
    expect((await views.send('GET', `${path}/${id}`, { as })).status).toBe(200);
  });
});

describe('a field that PUT leaves out', () => {
  it('stays unchanged, whichever other field is sent', async () => {
    let view = await createView(views, {
      description: 'First',
      isactive: false,
      ismixedgeometrytypes: true,
      schema: 'public',
    });
    const { spatialviewid } = view;
    const changes = [
      { description: '' },
      { slug: 'other_places' },
      { isactive: true },
      { ismixedgeometrytypes: false },
      { language: 'fr' },
      { attributenodes: validView.attributenodes.toReversed() },
      { isactive: false },
      {},
    ];
    for (const change of changes) {
      const body = { ...change, spatialviewid };
      const answer = await views.send('PUT', `/api/spatialviews/${spatialviewid}`, { as, body });
      const { collection: _before, ...before } = view;
      const { collection, ...changed } = viewSchema.parse(await answer.json());
      expect(changed).toEqual({ ...before, ...change });
      expect(collection).toBe(
        changed.isactive ? `${baseUrl}/ogc/collections/${changed.slug}` : undefined,
      );
      view = changed;
    }
  });
});

describe('attribute nodes', () => {
  it('are returned exactly as they were sent, with unknown keys and all digits', async () => {
    const extraFields =
      '"alias":"name","weight":12345678901234567890.10,"more":{"a":[null,true,"é\\u0001"]}';
    const [firstAttribute] = validView.attributenodes;
    const body = JSON.stringify({ ...validView, attributenodes: ['x'] }).replace(
      '"x"',
      `{"nodeid":"${firstAttribute.nodeid.toUpperCase()}","description":"'; drop table tile; --",${extraFields}}`,
    );
    const postedText = await (await views.send('POST', '/api/spatialviews', { as, body })).text();
    const view = viewSchema.parse(JSON.parse(postedText));
    expect(postedText).toContain('"weight":12345678901234567890.10');
    expect(view.attributenodes).toMatchObject([
      {
        nodeid: firstAttribute.nodeid.toUpperCase(),
        more: { a: [null, true, 'é\u0001'] },
        alias: 'name',
      },
    ]);
    const path = `/api/spatialviews/${view.spatialviewid}`;
    expect(await (await views.send('GET', path, { as })).text()).toBe(postedText);
    const changed = await views.send('PUT', path, { as, body: postedText });
    expect(await changed.text()).toBe(postedText);
  });
});

describe('a spatial view whose resource model lost a node', () => {
  it('has the problem in its answers, and its other fields can still be changed', async () => {
    const [keptNode, lostNode] = validView.attributenodes;
    const view = await createView(views, {});
    const { spatialviewid } = view;
    const path = `/api/spatialviews/${spatialviewid}`;
    const unknownNode = '00000000-0000-4000-8000-0000000000ff';
    await runStatement(
      views.service,
      `update spatial_view
set attribute_nodes = replace(attribute_nodes::text, '${lostNode.nodeid}', '${unknownNode}')::jsonb`,
    );
    const problems = [expect.stringContaining(unknownNode)];
    expect(await (await views.send('GET', path, { as })).json()).toMatchObject({ problems });
    const body = { spatialviewid, description: 'Changed', isactive: false };
    const changed = await views.send('PUT', path, { as, body });
    expect([changed.status, await changed.json()]).toMatchObject([200, { problems, ...body }]);
    const correctedAnswer = await views.send('PUT', path, {
      as,
      body: { spatialviewid, attributenodes: [keptNode] },
    });
    expect(await correctedAnswer.json()).not.toHaveProperty('problems');
  });
});
