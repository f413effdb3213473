import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readProblem } from '../../gateway/problem.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { createView, openViewsService, validView, type ViewsService } from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
});
beforeEach(async () => runStatement(views.service, 'delete from spatial_view'));
afterEach(() => views.service.stack.server.faults.clear());
afterAll(async () => views?.service.close());

const as = 'administrator' as const;
const readSlugs = (): Promise<readonly string[]> =>
  queryColumn(views.service, 'select slug from spatial_view order by slug');

describe('the entity tag of a spatial view', () => {
  it('stays the same until a change, and a GET with it in If-None-Match gets a 304', async () => {
    const { spatialviewid } = await createView(views, {});
    const path = `/api/spatialviews/${spatialviewid}`;
    for (const requestPath of [path, '/api/spatialviews']) {
      const tag = (await views.send('GET', requestPath, { as })).headers.get('etag') ?? '';
      const headers = { 'if-none-match': tag };
      const answer = await views.send('GET', requestPath, { as, headers });
      expect([requestPath, answer.status]).toEqual([requestPath, 304]);
      await views.send('PUT', path, { as, body: { spatialviewid, description: requestPath } });
      expect((await views.send('GET', requestPath, { as, headers })).status).toBe(200);
    }
  });

  it('in If-Match allows a change only of that version; any other version is 412 and changes nothing', async () => {
    const { spatialviewid } = await createView(views, {});
    const path = `/api/spatialviews/${spatialviewid}`;
    const firstTag = (await views.send('GET', path, { as })).headers.get('etag') ?? '';
    const change = (tag: string, description: string) =>
      views.send('PUT', path, {
        as,
        body: { spatialviewid, description },
        headers: { 'if-match': tag },
      });
    const changed = await change(firstTag, 'Changed');
    expect(changed.status).toBe(200);
    expect((await readProblem(await change(firstTag, 'Lost'))).code).toBe('precondition_failed');
    const staleAnswer = await views.send('DELETE', path, { as, headers: { 'if-match': firstTag } });
    expect(staleAnswer.status).toBe(412);
    expect(await (await views.send('GET', path, { as })).json()).toMatchObject({
      description: 'Changed',
    });
    const secondTag = changed.headers.get('etag') ?? '';
    expect((await change('*', 'Any')).status).toBe(200);
    expect((await change(secondTag, 'Lost')).status).toBe(412);
    expect((await views.send('DELETE', path, { as, headers: { 'if-match': '*' } })).status).toBe(
      204,
    );
  });
});

describe('simultaneous writes of spatial views', () => {
  it('have the same result as consecutive writes', async () => {
    const { spatialviewid } = await createView(views, {});
    const path = `/api/spatialviews/${spatialviewid}`;
    const answers = await Promise.all([
      ...[1, 2, 3].map((number) =>
        views.send('PUT', path, { as, body: { spatialviewid, description: `D${number}` } }),
      ),
      views.send('PUT', path, { as, body: { spatialviewid, slug: 'renamed' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await (await views.send('GET', path, { as })).json()).toMatchObject({
      slug: 'renamed',
      description: expect.stringMatching(/^D\d$/),
    });
  });

  it('with the same slug are 201 for one and 400 for the others', async () => {
    const answers = await Promise.all(
      ['mine', 'MINE', 'Mine'].map((slug) =>
        views.send('POST', '/api/spatialviews', { as, body: { ...validView, slug } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 400, 400,
    ]);
    expect(await readSlugs()).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status === 400);
    for (const answer of refusals) {
      expect((await readProblem(answer)).errors).toMatchObject([{ pointer: '/slug' }]);
    }
  });
});

describe('a write of a spatial view whose call fails', () => {
  const faults = [
    { when: 'before', kind: 'internal' },
    { when: 'before', kind: 'throttling' },
    { when: 'before', kind: 'reset' },
    { when: 'after', kind: 'internal' },
    { when: 'after', kind: 'reset' },
    { when: 'after', kind: 'html' },
  ] as const;

  it.each(faults)('is carried out once: $kind $when the statement is run', async (fault) => {
    const { faults: serverFaults } = views.service.stack.server;
    const addFault = (match: string) => serverFaults.add({ ...fault, match });
    addFault('insert into spatial_view');
    const posted = await views.send('POST', '/api/spatialviews', { as, body: validView });
    expect(posted.status).toBe(201);
    const { spatialviewid } = z.looseObject({ spatialviewid: z.guid() }).parse(await posted.json());
    const path = `/api/spatialviews/${spatialviewid}`;
    expect(await readSlugs()).toEqual(['places']);

    const { etag } = Object.fromEntries((await views.send('GET', path, { as })).headers);
    addFault('update spatial_view');
    const changed = await views.send('PUT', path, {
      as,
      body: { spatialviewid, slug: 'changed' },
      headers: { 'if-match': etag ?? '' },
    });
    expect([changed.status, await readSlugs()]).toEqual([200, ['changed']]);

    addFault('delete from spatial_view');
    expect((await views.send('DELETE', path, { as })).status).toBe(204);
    expect(await readSlugs()).toEqual([]);
  });

  it('answers 503 outcome_unknown if the database no longer answers', async () => {
    const { faults: serverFaults } = views.service.stack.server;
    serverFaults.add({
      when: 'before',
      kind: 'reset',
      match: 'insert into spatial_view',
      times: 100,
    });
    const answer = await views.send('POST', '/api/spatialviews', { as, body: validView });
    expect(await readProblem(answer)).toMatchObject({ status: 503, code: 'outcome_unknown' });
    serverFaults.clear();
    expect(await readSlugs()).toEqual([]);
  });
});
