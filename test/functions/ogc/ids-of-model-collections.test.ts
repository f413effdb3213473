import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { collectionsBody } from '../../../lib/http/schemas/ogc.ts';
import { runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { siteGraphs, siteNodegroups, siteNodes } from '../../support/world/sites/site-model.ts';
import { insertTestView, viewAttributes } from '../../support/world/sites/site-world.ts';
import { readCollection, readItems } from './items.ts';
import {
  chooseCollections,
  denyToGuest,
  gidsIn,
  gidsOf,
  listIds,
  openSites,
  resetSites,
  sites,
  statusOf,
} from './site-collections.ts';

let service: TestService;

beforeAll(async () => {
  service = await openSites();
});

afterAll(async () => service?.close());

afterEach(async () => resetSites(service));

const addView = async (slug: string, geometryNode = siteNodes.geometry): Promise<void> => {
  const attributes = viewAttributes(siteNodes.name);
  await service.stack.dataApi.write(
    insertTestView({ id: siteGraphs.keeper, slug, geometryNode, attributes }),
  );
};

describe('the id of the collection of a model', () => {
  it('is that of an active spatial view with this slug, if there is one', async () => {
    await addView('site');
    expect((await readCollection(service, sites)).description).toBe('A layer of a test');
    const { features } = await readItems(service, `${sites}/items?limit=1`);
    expect(Object.keys(features[0]?.properties ?? {})).not.toContain('primary_name');
    expect((await listIds(service)).filter((id) => id === 'site')).toEqual(['site']);
    await runStatement(service, 'update spatial_view set is_active = false');
    expect((await readCollection(service, sites)).description).toBe('Site');
  });

  it('is that of a kind of geometries of a spatial view, if there is one', async () => {
    await addView('places');
    await chooseCollections(service, 'site=places_point');
    expect((await readCollection(service, '/ogc/collections/places_point')).description).toBe(
      'A layer of a test',
    );
    const listed = collectionsBody.parse(await service.fetchJson('/ogc/collections')).collections;
    expect(new Set(listed.map(({ description }) => description))).toEqual(
      new Set(['A layer of a test', 'Site']),
    );
    expect(
      listed.filter(({ id }) => id === 'places_point').map(({ description }) => description),
    ).toEqual(['A layer of a test']);
  });

  it('does not tell of a spatial view that the caller may not read', async () => {
    await addView('site', siteNodes.part);
    await denyToGuest(service, siteNodegroups.parts);
    expect((await readCollection(service, sites)).description).toBe('Site');
    expect(gidsIn(await readItems(service, `${sites}/items?limit=10000`))).toEqual(
      await gidsOf(service, siteNodes.geometry),
    );
  });

  it.each([
    ['site=monuments', 'monuments'],
    [`${siteGraphs.site}=monuments`, 'monuments'],
    ['keeper=,site=monuments-of-all', 'monuments-of-all'],
  ])('is another one by a setting: %s', async (setting, id) => {
    await chooseCollections(service, setting);
    expect((await listIds(service)).filter((listed) => !listed.includes('_'))).toEqual([id]);
    expect([
      await statusOf(service, `/ogc/collections/${id}/items`),
      await statusOf(service, sites),
    ]).toEqual([200, 404]);
  });

  it.each(['off', 'site='])('is none by a setting: %s', async (setting) => {
    await chooseCollections(service, setting);
    expect([await listIds(service), await statusOf(service, sites)]).toEqual([[], 404]);
  });

  it('is none in a database that was created before there were collections of models', async () => {
    await runStatement(service, `delete from setting where name = 'model_collections'`);
    expect([await listIds(service), await statusOf(service, `${sites}/items`)]).toEqual([[], 404]);
  });

  it('is the id of a model without a slug', async () => {
    await runStatement(
      service,
      `update graph set slug = null where graph_id = '${siteGraphs.site}'`,
    );
    expect(await listIds(service)).toContain(siteGraphs.site);
    expect(await statusOf(service, `/ogc/collections/${siteGraphs.site}_point/items`)).toBe(200);
    await runStatement(
      service,
      `update graph set slug = 'site' where graph_id = '${siteGraphs.site}'`,
    );
  });
});
