import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import {
  denyNodegroupsToGroup,
  setGroupDefaults,
} from '../../../infra/cli/accounts/queries/groups.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { collectionsBody } from '../../../lib/http/schemas/ogc.ts';
import { addTestLayers } from '../../conformance/ogc/test-layers.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { readCollection, readAllPages, readItem, readItems } from './items.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';

const kinds = ['point', 'linestring', 'polygon'];

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await runStatement(service, 'delete from spatial_view');
  await runStatement(service, "delete from setting where name = 'model_collections'");
  await addTestLayers(service);
});

afterAll(async () => service?.close());

afterEach(async () => {
  await runStatement(service, 'delete from nodegroup_grant');
  await runStatement(service, 'delete from resource_grant');
  await runStatement(service, "delete from spatial_view where slug like 'places_%'");
});

const itemsPath = (id: string, query = ''): string => `/ogc/collections/${id}/items${query}`;

const readGids = async (id: string, query = '?limit=10000'): Promise<readonly number[]> =>
  (await readItems(service, itemsPath(id, query))).features.map((feature) => feature.id);

const listIds = async (
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> => {
  const response = await service.fetch('/ogc/collections', { headers });
  return collectionsBody.parse(await response.json()).collections.map(({ id }) => id);
};

describe('a layer of geometries of several kinds', () => {
  it('is listed as a collection of all kinds and a collection of each kind, in the order of ids', async () => {
    const ids = await listIds();
    expect(ids).toEqual(ids.toSorted());
    for (const slug of ['places', 'anything']) {
      const idsOfLayer = ids.filter((id) => id.startsWith(slug));
      expect(idsOfLayer).toEqual([slug, `${slug}_linestring`, `${slug}_point`, `${slug}_polygon`]);
    }
  });

  it('has the same features in the collection of a kind as in its database view of that kind', async () => {
    const ownerApi = createTestDataApi(service.stack.server.url, 'owner');
    const readOnlyRights = { read: true, write: false, delete: false };
    await service.stack.dataApi.write(setGroupDefaults('Spatial View Reader', readOnlyRights));
    for (const slug of ['places', 'anything', 'outlines']) {
      const [node = ''] = await queryColumn(
        service,
        `select geometry_node_id::text from spatial_view where slug = '${slug}'`,
      );
      const separateView = { slug: `${slug}_apart`, nodes: [placeNodes.name], isMixed: false };
      await addTestSpatialView(service, { ...separateView, geometryNode: node });
      for (const kind of kinds) {
        const rows = await ownerApi.read(
          rawSql(`select gid from ${separateView.slug}_${kind} order by gid`),
        );
        const gids = await readGids(`${slug}_${kind}`);
        expect([slug, kind, gids.toSorted((one, other) => one - other)]).toEqual([
          slug,
          kind,
          rows.map(([gid]) => Number(gid)),
        ]);
      }
    }
    await runStatement(service, "delete from spatial_view where slug like '%_apart'");
  });

  it('has the same features as the collections of its kinds together', async () => {
    const wholeLayer = await readItems(service, itemsPath('places'));
    const pagesByKind = await Promise.all(
      kinds.map((kind) => readItems(service, itemsPath(`places_${kind}`))),
    );
    const featuresByKind = pagesByKind.flatMap(({ features }) => features);
    expect(featuresByKind.toSorted((one, other) => one.id - other.id)).toEqual(
      wholeLayer.features.toSorted((one, other) => one.id - other.id),
    );
    for (const { features } of pagesByKind) expect(features.length).toBeGreaterThan(0);
  });

  it('has only features of one kind in the collection of that kind: by page, box, properties, CRS and id', async () => {
    for (const kind of kinds) {
      const id = `places_${kind}`;
      const itemsOfKind = await readItems(service, itemsPath(id));
      expect(itemsOfKind.numberMatched).toBe(itemsOfKind.features.length);
      const pages = await readAllPages(service, itemsPath(id, '?limit=3'));
      expect(pages.flatMap(({ features }) => features)).toEqual(itemsOfKind.features);
      for (const { features } of pages.slice(0, -1)) expect(features).toHaveLength(3);
      const countedPage = await readItems(service, itemsPath(id, '?limit=1&count=exact'));
      expect(countedPage.numberMatched).toBe(itemsOfKind.features.length);
      const gidsOfKindInBox = await readGids(id, '?bbox=-10,35,30,60');
      const gidsInBox = new Set(await readGids('places', '?bbox=-10,35,30,60'));
      expect(gidsOfKindInBox).toEqual(
        itemsOfKind.features.map((feature) => feature.id).filter((gid) => gidsInBox.has(gid)),
      );
      const pageWithName = await readItems(service, itemsPath(id, '?properties=name&limit=1'));
      expect(Object.keys(pageWithName.features[0]?.properties ?? {})).toHaveLength(4);
      const webMercator = 'http://www.opengis.net/def/crs/EPSG/0/3857';
      const transformedAnswer = await service.fetch(
        itemsPath(id, `?crs=${encodeURIComponent(webMercator)}`),
      );
      expect([transformedAnswer.status, transformedAnswer.headers.get('content-crs')]).toEqual([
        200,
        `<${webMercator}>`,
      ]);
      const [firstItem] = itemsOfKind.features;
      const { links, ...ownFeature } = await readItem(service, itemsPath(id, `/${firstItem?.id}`));
      expect(ownFeature).toEqual(firstItem);
      expect(links.map(({ href }) => new URL(href).pathname)).toEqual([
        itemsPath(id, `/${firstItem?.id}`),
        itemsPath(id, `/${firstItem?.id}`),
        `/ogc/collections/${id}`,
      ]);
    }
  });

  it('answers 404 for a feature of another kind in the collection of a kind', async () => {
    const [point] = await readGids('places_point');
    for (const kind of ['linestring', 'polygon']) {
      expect((await service.fetch(itemsPath(`places_${kind}`, `/${point}`))).status).toBe(404);
    }
  });

  it('has collections of a kind with the extent of their own features, and with links that work', async () => {
    for (const kind of kinds) {
      const [box] = await queryColumn(
        service,
        `select array_to_string(array[min(st_xmin(geometry)), min(st_ymin(geometry)), max(st_xmax(geometry)), max(st_ymax(geometry))], ',')
from feature where node_id = '${placeNodes.geometry}' and lower(geometry_type) in ('${kind}', 'multi${kind}')`,
      );
      const collection = await readCollection(service, `/ogc/collections/places_${kind}`);
      expect(collection).toMatchObject({
        id: `places_${kind}`,
        title: `places_${kind}`,
        extent: { spatial: { bbox: [box?.split(',').map(Number)] } },
      });
      const list = collectionsBody.parse(await service.fetchJson('/ogc/collections'));
      expect(list.collections).toContainEqual(collection);
      for (const { href } of collection.links) {
        expect((await service.fetch(new URL(href).pathname)).status).toBe(200);
      }
    }
  });

  it('takes one Data API call for each path of the collection of a kind', async () => {
    const [gid] = await readGids('places_point');
    for (const path of ['', '/items', '/items?limit=2', `/items/${gid}`]) {
      const fullPath = `/ogc/collections/places_point${path}`;
      await service.fetchJson(fullPath);
      expect([path, await service.countCalls(() => service.fetchJson(fullPath))]).toEqual([
        path,
        1,
      ]);
    }
  });

  it.runIf(triesAllCases)(
    'is listed with its kinds if it has more features than the service examines',
    async () => {
      const [tile = ''] = await queryColumn(
        service,
        "select tile_id::text from feature f join spatial_view v on v.geometry_node_id = f.node_id where v.slug = 'points' limit 1",
      );
      const [dataBefore = ''] = await queryColumn(
        service,
        `select data::text from tile where tile_id = '${tile}'`,
      );
      const [node = ''] = await queryColumn(
        service,
        "select geometry_node_id::text from spatial_view where slug = 'points'",
      );
      const points =
        "(select jsonb_agg(jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(1, i / 1000.0))) from generate_series(1, 5001) i)";
      await runStatement(
        service,
        `update tile set data = jsonb_set(data, '{${node}}', jsonb_build_object('type', 'FeatureCollection', 'features', ${points})) where tile_id = '${tile}'`,
      );
      expect(await listIds()).toEqual(expect.arrayContaining(['points', 'points_polygon']));
      await runStatement(
        service,
        `update tile set data = '${dataBefore.replaceAll("'", "''")}' where tile_id = '${tile}'`,
      );
    },
  );
});

describe('a layer of geometries of one kind', () => {
  it('is listed without its kinds, but the collection of each kind can still be read', async () => {
    const ids = await listIds();
    for (const slug of ['points', 'outlines', 'nothing']) {
      expect(ids.filter((id) => id.startsWith(slug))).toEqual([slug]);
    }
    expect(await readGids('points_point')).toEqual(await readGids('points'));
    expect(await readItems(service, itemsPath('points_polygon'))).toMatchObject({
      features: [],
      numberMatched: 0,
    });
    expect((await service.fetch('/ogc/collections/points_polygon')).status).toBe(200);
  });
});

describe('a spatial view whose slug is the id of the collection of a kind', () => {
  it('takes precedence over the collection of that kind', async () => {
    await addTestSpatialView(service, {
      slug: 'places_point',
      nodes: [placeNodes.countryName],
      geometryNode: placeNodes.geometry,
    });
    expect(await readGids('places_point')).toEqual(await readGids('places'));
    const collection = await readCollection(service, '/ogc/collections/places_point');
    expect(collection.description).toBe('The layer places_point');
    const ids = await listIds();
    expect(ids.filter((id) => id === 'places_point')).toHaveLength(1);
    expect(ids).toContain('places_point_point');
    expect(await readGids('places_point_polygon')).toEqual(await readGids('places_polygon'));
  });

  it('does not replace the collection of that kind while the spatial view is inactive', async () => {
    const gidsOfKind = await readGids('places_linestring');
    const ids = await listIds();
    await addTestSpatialView(service, {
      slug: 'places_linestring',
      nodes: [placeNodes.name],
      isActive: false,
    });
    expect(await readGids('places_linestring')).toEqual(gidsOfKind);
    expect(await listIds()).toEqual(ids);
  });
});

describe('a layer with unreadable data', () => {
  it('is 404 with all of its collections if the caller may not read its geometry node', async () => {
    const reader = await createTestAccount(service, 'kinds-reader', {
      groups: ['Resource Exporter'],
    });
    const { clientId } = await createTestApplication(service, reader);
    const { access_token: token } = await fetchTokens(service, 'kinds-reader', clientId);
    const nodegroup = await queryColumn(
      service,
      `select nodegroup_id::text from node where node_id = '${placeNodes.geometry}'`,
    );
    await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', nodegroup));
    expect((await listIds()).filter((id) => id.startsWith('places'))).toEqual([]);
    expect(await listIds(bearerHeader(token))).toEqual(expect.arrayContaining(['places_point']));
    for (const path of ['', '/items', '/items/1', '/items?count=exact']) {
      const closedAnswer = await service.fetch(`/ogc/collections/places_point${path}`);
      const unknownAnswer = await service.fetch(`/ogc/collections/none_point${path}`);
      const bodyWithoutRequestId = async (response: Response) =>
        (await response.text()).replaceAll(/"requestId":"[^"]*"/g, '');
      expect(closedAnswer.status).toBe(404);
      expect(await bodyWithoutRequestId(closedAnswer)).toBe(
        await bodyWithoutRequestId(unknownAnswer),
      );
    }
  });

  it('is listed without its kinds if the caller may see the geometries of one kind only', async () => {
    const resourcesOfOtherKinds = await queryColumn(
      service,
      `select distinct resource_id::text from feature where node_id = '${placeNodes.geometry}' and geometry_type not in ('Point', 'MultiPoint')`,
    );
    for (const id of resourcesOfOtherKinds) {
      await runStatement(
        service,
        `insert into resource_grant (resource_id, account_group_id, no_access) values ('${id}', 1, true)`,
      );
    }
    expect((await listIds()).filter((id) => id.startsWith('places'))).toEqual(['places']);
    expect(await readItems(service, itemsPath('places_polygon'))).toMatchObject({
      features: [],
      numberMatched: 0,
    });
  });
});
