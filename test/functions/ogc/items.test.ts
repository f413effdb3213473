import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { readProblem } from '../../gateway/problem.ts';
import {
  addTestSpatialView,
  listPlaceColumnNodes,
  placeNodes,
} from '../../support/test-spatial-views.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { readAllPages, readItem, readItems, nextPagePath } from './items.ts';

const items = '/ogc/collections/places/items';
/** A resource instance with a tile that has more features than a page. */
const crowdedResource = '00000000-0000-4000-8000-000000000401';
const crowdedTile = '00000000-0000-4000-8000-000000000402';

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await addTestSpatialView(service, {
    slug: 'places',
    nodes: Object.values(placeNodes).filter((node) => node !== placeNodes.geometry),
  });
  await addTestSpatialView(service, {
    slug: 'lieux',
    nodes: [placeNodes.name, placeNodes.placeType],
    language: 'fr',
  });
  await addTestSpatialView(service, { slug: 'asleep', nodes: [placeNodes.name], isActive: false });
});

afterAll(async () => service?.close());

const readStoredGids = async (condition = 'true'): Promise<readonly number[]> =>
  (
    await queryColumn(
      service,
      `select gid from feature where node_id = '${placeNodes.geometry}' and ${condition} order by resource_id, tile_id, gid`,
    )
  ).map(Number);

/** The names of the properties of a feature, in the order in which they are written. */
async function readPropertyNames(path: string): Promise<readonly string[]> {
  const { properties } = z
    .object({ properties: z.looseObject({}) })
    .parse(await service.fetchJson(path));
  return Object.keys(properties);
}

describe('the features of a collection', () => {
  it('are the features of the geometry node, with stable ids, in the order of resource instance, tile and id', async () => {
    const { features, numberReturned, numberMatched } = await readItems(service, items);
    expect(features.map(({ id }) => id)).toEqual(await readStoredGids());
    expect(numberReturned).toBe(features.length);
    expect(numberMatched).toBe(features.length);
  });

  it('have the attributes in the order and language of the spatial view, and then three ids', async () => {
    const gid = (await readStoredGids(`resource_id = '${exampleResourceId}'`))[0];
    const { properties } = await readItem(service, `${items}/${gid}`);
    expect(await readPropertyNames(`${items}/${gid}`)).toEqual([
      'name',
      'place_type',
      'country_name',
      'construction_date',
      'contributor',
      'world_heritage_number',
      'world_heritage_inscribed',
      'world_heritage_is_part',
      'web_page',
      'dimension_value',
      'risk_level',
      'resourceinstanceid',
      'tileid',
      'nodeid',
    ]);
    expect(properties).toMatchObject({
      name: 'Stonehenge',
      country_name: 'United Kingdom',
      world_heritage_number: '373',
      world_heritage_inscribed: '1986',
      world_heritage_is_part: 'true',
      web_page: 'https://whc.unesco.org/en/list/373',
      resourceinstanceid: exampleResourceId,
      nodeid: placeNodes.geometry,
    });
    const frenchItem = await readItem(service, `/ogc/collections/lieux/items/${gid}`);
    expect(frenchItem.properties['place_type']).not.toBe(properties['place_type']);
  });

  it('have the same texts as the database view, for a caller with the same rights', async () => {
    const ownerApi = createTestDataApi(service.stack.server.url, 'owner');
    const readOnlyRights = { read: true, write: false, delete: false };
    await service.stack.dataApi.write(setGroupDefaults('Spatial View Reader', readOnlyRights));
    for (const language of ['en-US', 'fr-FR', 'tlh']) {
      const slug = `everything_${language.slice(0, 2)}`;
      await addTestSpatialView(service, {
        slug,
        nodes: await listPlaceColumnNodes(service),
        language,
      });
      const rows = await ownerApi.read(
        rawSql(`select (to_jsonb(v) - 'geom')::text from ${slug}_mixed_geom v order by gid`),
      );
      const { features } = await readItems(service, `/ogc/collections/${slug}/items`);
      const serviceRows = features
        .toSorted((one, other) => one.id - other.id)
        .map(({ id, properties }) => ({ gid: id, ...properties }));
      expect(serviceRows).toEqual(rows.map(([row]): unknown => JSON.parse(String(row))));
      await runStatement(service, `delete from spatial_view where slug = '${slug}'`);
    }
  });

  it('appear once each in pages of any size, along the links to the next page', async () => {
    for (const limit of [1, 7, 1000, 99_999]) {
      const pages = await readAllPages(service, `${items}?limit=${limit}`);
      expect(pages.flatMap(({ features }) => features.map(({ id }) => id))).toEqual(
        await readStoredGids(),
      );
      for (const { features } of pages) expect(features.length).toBeLessThanOrEqual(limit);
    }
  });

  it('are paged within a tile, even if features of the tile are deleted in between', async () => {
    const pointData = (count: number): string =>
      `jsonb_build_object('${placeNodes.geometry}', jsonb_build_object('type', 'FeatureCollection', 'features', (
  select jsonb_agg(jsonb_build_object('type', 'Feature', 'id', 'f' || i, 'properties', '{}'::jsonb, 'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(i / 100.0, 1))))
  from generate_series(1, ${count}) i
)))`;
    await runStatement(
      service,
      `insert into resource (resource_id, graph_id) select '${crowdedResource}', graph_id from node where node_id = '${placeNodes.geometry}'`,
    );
    await runStatement(
      service,
      `insert into tile (tile_id, resource_id, nodegroup_id, data)
select '${crowdedTile}', '${crowdedResource}', nodegroup_id, ${pointData(25)} from node where node_id = '${placeNodes.geometry}'`,
    );
    const gidsOfTile = await readStoredGids(`tile_id = '${crowdedTile}'`);
    const firstPage = await readItems(service, `${items}?limit=10&bbox=0,0.5,1,1.5`);
    expect(firstPage.features.map(({ id }) => id)).toEqual(gidsOfTile.slice(0, 10));
    // Two features of the first page are deleted: a page that starts by position would skip two.
    const [laterPosition, earlierPosition] = await queryColumn(
      service,
      `select position - 1 from feature where gid in (${gidsOfTile.slice(0, 2).join()}) order by position desc`,
    );
    await runStatement(
      service,
      `update tile set data = jsonb_set(data, '{${placeNodes.geometry},features}', (data -> '${placeNodes.geometry}' -> 'features') - ${laterPosition} - ${earlierPosition}) where tile_id = '${crowdedTile}'`,
    );
    expect(await readStoredGids(`tile_id = '${crowdedTile}'`)).toEqual(gidsOfTile.slice(2));
    const laterPages = await readAllPages(service, nextPagePath(firstPage) ?? '');
    expect(laterPages.flatMap(({ features }) => features.map(({ id }) => id))).toEqual(
      gidsOfTile.slice(10),
    );
    await runStatement(service, `delete from resource where resource_id = '${crowdedResource}'`);
  });

  it('are counted with count=exact', async () => {
    const allGids = await readStoredGids();
    const response = await service.fetch(`${items}?limit=3&count=exact`);
    expect(response.headers.get('ogc-numbermatched')).toBe(String(allGids.length));
    expect(await response.json()).toMatchObject({
      numberMatched: allGids.length,
      numberReturned: 3,
    });
  });

  it('are counted on every page if they are few, but not if a box is requested', async () => {
    const allGids = await readStoredGids();
    const pages = await readAllPages(service, `${items}?limit=30`);
    expect(pages.length).toBeGreaterThan(1);
    for (const { numberMatched } of pages) expect(numberMatched).toBe(allGids.length);
    const pageOfWorld = await readItems(service, `${items}?limit=1&bbox=-180,-90,180,90`);
    expect(pageOfWorld.numberMatched).toBeUndefined();
  });

  it('are counted only with count=exact if they are many', async () => {
    const points = `jsonb_build_object('${placeNodes.geometry}', jsonb_build_object('type', 'FeatureCollection', 'features', (
  select jsonb_agg(jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(i / 100.0, 1))) from generate_series(1, 10001) i
)))`;
    await runStatement(
      service,
      `insert into resource (resource_id, graph_id) select '${crowdedResource}', graph_id from node where node_id = '${placeNodes.geometry}'`,
    );
    await runStatement(
      service,
      `insert into tile (tile_id, resource_id, nodegroup_id, data)
select '${crowdedTile}', '${crowdedResource}', nodegroup_id, ${points} from node where node_id = '${placeNodes.geometry}'`,
    );
    expect((await readItems(service, `${items}?limit=1`)).numberMatched).toBeUndefined();
    const countedPage = await readItems(service, `${items}?limit=1&count=exact`);
    expect(countedPage.numberMatched).toBe((await readStoredGids()).length);
    await runStatement(service, `delete from resource where resource_id = '${crowdedResource}'`);
  });

  it('are filtered by type, in full pages, with the type in any letter case', async () => {
    for (const type of ['Point', 'LineString', 'Polygon', 'MultiPolygon']) {
      const gidsOfType = await readStoredGids(`geometry_type = '${type}'`);
      for (const typeText of [type, type.toLowerCase()]) {
        const pages = await readAllPages(service, `${items}?limit=4&type=${typeText}`);
        expect(pages.flatMap(({ features }) => features.map(({ id }) => id))).toEqual(gidsOfType);
        for (const { features } of pages.slice(0, -1)) expect(features).toHaveLength(4);
        for (const { numberMatched } of pages) expect(numberMatched).toBe(gidsOfType.length);
      }
      const countedPage = await readItems(service, `${items}?limit=1&type=${type}&count=exact`);
      expect(countedPage.numberMatched).toBe(gidsOfType.length);
    }
    const problem = await readProblem(await service.fetch(`${items}?type=Area`));
    expect(problem).toMatchObject({
      status: 400,
      errors: [{ pointer: '/type', detail: expect.stringContaining('MultiPolygon or Geometry') }],
    });
  });

  it('have only the requested properties, and the ids', async () => {
    const { features } = await readItems(service, `${items}?limit=1&properties=country_name,name`);
    expect(
      await readPropertyNames(`${items}/${features[0]?.id}?properties=country_name,name`),
    ).toEqual(['name', 'country_name', 'resourceinstanceid', 'tileid', 'nodeid']);
    const problem = await readProblem(await service.fetch(`${items}?properties=name,age`));
    expect(problem).toMatchObject({
      status: 400,
      errors: [{ pointer: '/properties', detail: expect.stringContaining('"age"') }],
    });
  });

  it('match every valid datetime, because they have no time, and an invalid datetime is a 400', async () => {
    const allGids = await readStoredGids();
    for (const time of [
      '2020-02-30T00:00:00Z',
      '2020-01-01',
      '2020-01-02T00:00:00Z/2020-01-01T00:00:00Z',
      '../..',
      'now',
    ]) {
      const status = time === '2020-01-01' ? 200 : 400;
      expect([time, (await service.fetch(`${items}?datetime=${time}`)).status]).toEqual([
        time,
        status,
      ]);
    }
    for (const time of [
      '2020-02-29T23:00:00+01:00',
      '../2020-01-01T00:00:00Z',
      '2020-01-01T00:00:00Z/..',
    ]) {
      const { features } = await readItems(
        service,
        `${items}?datetime=${encodeURIComponent(time)}`,
      );
      expect(features).toHaveLength(allGids.length);
    }
  });

  it('are included with a geometry of null if the stored geometry is invalid', async () => {
    const [tile = ''] = await queryColumn(
      service,
      `select tile_id::text from feature where node_id = '${placeNodes.geometry}' and geometry_type = 'Point' order by gid limit 1`,
    );
    const [gid] = await readStoredGids(`tile_id = '${tile}'`);
    const [data = ''] = await queryColumn(
      service,
      `select data::text from tile where tile_id = '${tile}'`,
    );
    await runStatement(
      service,
      `update tile set data = jsonb_set(data, '{${placeNodes.geometry},features,0,geometry,coordinates}', '["a", 1]') where tile_id = '${tile}'`,
    );
    expect(await readItem(service, `${items}/${gid}`)).toMatchObject({
      id: gid,
      geometry: null,
    });
    await runStatement(
      service,
      `update tile set data = '${data.replaceAll("'", "''")}' where tile_id = '${tile}'`,
    );
  });
});

describe('a request for features', () => {
  it('takes one Data API call, and one more with count=exact', async () => {
    const [gid] = await readStoredGids();
    const paths = [items, `${items}?limit=2`, `${items}?bbox=0,0,90,90`, `${items}/${gid}`];
    for (const path of paths) {
      await service.fetchJson(path);
      expect([path, await service.countCalls(() => service.fetchJson(path))]).toEqual([path, 1]);
    }
    expect(await service.countCalls(() => service.fetchJson(`${items}?count=exact`))).toBe(2);
  });

  it('is answered with all errors of its parameters at once', async () => {
    const query = 'limit=0&bbox=1,2,3&crs=EPSG:4326&datetime=x&cursor=x&count=all';
    const { errors } = await readProblem(await service.fetch(`${items}?${query}`));
    expect(errors?.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/bbox',
      '/count',
      '/crs',
      '/cursor',
      '/datetime',
      '/limit',
    ]);
  });

  it('is refused with 400 for each parameter that is no property of the features either', async () => {
    const response = await service.fetch(`${items}?colour=red&shade=dark&limit=1`);
    expect(response.status).toBe(400);
    const { errors } = await readProblem(response);
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/colour', '/shade']);
  });

  it('is refused with 400 for an invented cursor', async () => {
    const inventedCursors = [
      'a b 1',
      `${exampleResourceId} ${exampleResourceId} 0`,
      `${exampleResourceId} ${exampleResourceId} 9999999999`,
      `1 ${exampleResourceId} ${exampleResourceId}`,
    ];
    for (const text of inventedCursors) {
      const cursor = Buffer.from(text).toString('base64url');
      expect([text, (await service.fetch(`${items}?cursor=${cursor}`)).status]).toEqual([
        text,
        400,
      ]);
    }
  });

  it('is 404 for a spatial view that is inactive or unknown', async () => {
    for (const slug of ['asleep', 'none', 'PLACES', '%00', "'"]) {
      for (const path of ['', '/items', '/items/1', '/items?count=exact']) {
        const response = await service.fetch(`/ogc/collections/${slug}${path}`);
        expect([slug, path, response.status]).toEqual([slug, path, 404]);
      }
    }
  });

  it('gets GeoJSON as application/geo+json, or as application/json if only that is accepted, and otherwise 406', async () => {
    const typeFor = async (accept: string): Promise<string> => {
      const response = await service.fetch(`${items}?limit=1`, { headers: { Accept: accept } });
      return `${response.status} ${response.headers.get('content-type')}`;
    };
    expect(await typeFor('*/*')).toBe('200 application/geo+json');
    expect(await typeFor('application/geo+json, application/json')).toBe(
      '200 application/geo+json',
    );
    expect(await typeFor('application/json')).toBe('200 application/json');
    expect(await typeFor('text/turtle')).toBe('406 application/problem+json');
    expect(
      (await service.fetch(`${items}?limit=1&format=geojson`)).headers.get('content-type'),
    ).toBe('application/geo+json');
  });

  it('is answered with 304 as long as nothing changes', async () => {
    const firstAnswer = await service.fetch(`${items}?limit=2`);
    const etag = firstAnswer.headers.get('etag') ?? '';
    const headers = { 'If-None-Match': etag };
    const secondAnswer = await service.fetch(`${items}?limit=2`, { headers });
    expect([secondAnswer.status, secondAnswer.headers.get('etag')]).toEqual([304, etag]);
  });

  it('is answered with a weak ETag, which does not depend on the time in the body', async () => {
    const startTime = new Date().toISOString();
    const answers = [];
    for (let round = 0; round < 2; round += 1) {
      const response = await service.fetch(`${items}?limit=2`);
      answers.push({
        etag: response.headers.get('etag'),
        body: z.looseObject({ timeStamp: z.iso.datetime() }).parse(await response.json()),
      });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const [first, second] = answers;
    expect(first?.etag).toMatch(/^W\/"[^"]+"$/);
    expect(second?.etag).toBe(first?.etag);
    const [firstTime = '', secondTime = ''] = answers.map(({ body }) => body.timeStamp);
    expect(startTime <= firstTime && firstTime < secondTime).toBe(true);
    expect({ ...first?.body, timeStamp: secondTime }).toEqual(second?.body);
  });
});
