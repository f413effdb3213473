import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { readProblem } from '../../gateway/problem.ts';
import { hasNativeServer } from '../../support/has-native-server.ts';
import { createView, openViewsService, validView, type ViewsService } from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
  const rights = { read: true, write: false, delete: false };
  await views.service.stack.dataApi.write(setGroupDefaults('Spatial View Reader', rights));
});
beforeEach(async () => {
  await asOwner('drop view if exists of_mine');
  await asOwner('delete from spatial_view');
});
afterAll(async () => views?.service.close());

const as = 'administrator' as const;

const asOwner = (text: string) => views.service.stack.owner.write(rawSql(text));

/** The names of the database views of a slug, with their comments. */
async function readViewComments(slug: string): Promise<Readonly<Record<string, unknown>>> {
  const rows = await asOwner(`select c.relname::text, obj_description(c.oid, 'pg_class')
from pg_class c
where c.relkind = 'v' and starts_with(c.relname, '${slug}_')
order by 1`);
  return Object.fromEntries(rows.map(([name, comment]) => [String(name), comment]));
}

const viewsOfThreeKinds = (slug: string, comment: string) => ({
  [`${slug}_linestring`]: comment,
  [`${slug}_point`]: comment,
  [`${slug}_polygon`]: comment,
});

describe('the database views of a spatial view', () => {
  it('are created, changed and deleted with the spatial view', async () => {
    const { spatialviewid } = await createView(views, {});
    const path = `/api/spatialviews/${spatialviewid}`;
    expect(await readViewComments('places')).toEqual(
      viewsOfThreeKinds('places', validView.description),
    );
    const [[count] = []] = await asOwner('select count(*)::text from places_point');
    expect(Number(count)).toBeGreaterThan(0);

    const change = async (more: object) => {
      const changed = await views.send('PUT', path, { as, body: { spatialviewid, ...more } });
      expect([more, changed.status]).toEqual([more, 200]);
    };
    await change({ description: 'It\'s "new"; --' });
    expect(await readViewComments('places')).toEqual(
      viewsOfThreeKinds('places', 'It\'s "new"; --'),
    );
    await change({ slug: 'Sites' });
    expect(await readViewComments('places')).toEqual({});
    expect(Object.keys(await readViewComments('Sites'))).toHaveLength(3);
    await change({ ismixedgeometrytypes: true });
    expect(Object.keys(await readViewComments('Sites'))).toEqual(['Sites_mixed_geom']);
    await change({ isactive: false });
    expect(await readViewComments('Sites')).toEqual({});
    await change({ isactive: true });
    expect(Object.keys(await readViewComments('Sites'))).toEqual(['Sites_mixed_geom']);
    expect((await views.send('DELETE', path, { as })).status).toBe(204);
    expect(await readViewComments('Sites')).toEqual({});
  });

  it('stay unchanged if another view depends on them; the 409 names that view', async () => {
    const { spatialviewid, ...view } = await createView(views, {});
    const path = `/api/spatialviews/${spatialviewid}`;
    await asOwner('create view of_mine as select gid, geom from places_point');
    const refusals = [
      await views.send('PUT', path, { as, body: { spatialviewid, slug: 'sites' } }),
      await views.send('PUT', path, { as, body: { spatialviewid, isactive: false } }),
      await views.send('DELETE', path, { as }),
    ];
    for (const answer of refusals) {
      expect(await readProblem(answer)).toMatchObject({
        status: 409,
        code: 'conflict',
        detail: expect.stringContaining('of_mine'),
      });
    }
    expect(await (await views.send('GET', path, { as })).json()).toEqual({
      spatialviewid,
      ...view,
    });
    expect(await readViewComments('places')).toEqual(
      viewsOfThreeKinds('places', validView.description),
    );
    // Changes that remove nothing are allowed.
    const descriptionChange = { as, body: { spatialviewid, description: 'Changed' } };
    expect((await views.send('PUT', path, descriptionChange)).status).toBe(200);
  });

  it('are refused with a pointer to the slug if a type of the database has their name', async () => {
    await asOwner("create type taken_point as enum ('a')");
    const body = { ...validView, slug: 'taken' };
    const problem = await readProblem(await views.send('POST', '/api/spatialviews', { as, body }));
    expect([problem.status, problem.errors?.map(({ pointer }) => pointer)]).toEqual([
      400,
      ['/slug'],
    ]);
    await asOwner('drop type taken_point');
  });

  it('are refused with a pointer to the schema if the service may not write there', async () => {
    const body = { ...validView, schema: 'spatial_layer' };
    const problem = await readProblem(await views.send('POST', '/api/spatialviews', { as, body }));
    expect([problem.status, problem.errors?.map(({ pointer }) => pointer)]).toEqual([
      400,
      ['/schema'],
    ]);
  });

  it.runIf(hasNativeServer)(
    'stay unchanged while a transaction reads them; the answer is 503 with Retry-After',
    async () => {
      const { spatialviewid, ...view } = await createView(views, {});
      const path = `/api/spatialviews/${spatialviewid}`;
      await views.service.stack.owner.transaction(async (reading) => {
        await reading.execute(rawSql('select count(*) from places_point'));
        const body = { spatialviewid, slug: 'sites' };
        const refusal = await views.send('PUT', path, { as, body });
        expect(refusal.headers.get('retry-after')).toBe('5');
        expect(await readProblem(refusal)).toMatchObject({ status: 503, code: 'views_in_use' });
      });
      expect(await (await views.send('GET', path, { as })).json()).toEqual({
        spatialviewid,
        ...view,
      });
      expect((await views.send('DELETE', path, { as })).status).toBe(204);
    },
  );
});
