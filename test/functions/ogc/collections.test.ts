import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { collectionsBody } from '../../../lib/http/schemas/ogc.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { readCollection, readItems } from './items.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';

const placesPath = '/ogc/collections/places';
/** The layer has points, lines and areas, so that there is a collection for each kind. */
const idsOfPlaces = ['places', 'places_linestring', 'places_point', 'places_polygon'];
const boxOfWorld = [-180, -90, 180, 90];

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await runStatement(service, 'delete from spatial_view');
  await runStatement(service, "delete from setting where name = 'model_collections'");
  await addTestSpatialView(service, {
    slug: 'places',
    nodes: [placeNodes.name, placeNodes.riskLevel],
  });
  await addTestSpatialView(service, { slug: 'asleep', nodes: [placeNodes.name], isActive: false });
});

afterAll(async () => service?.close());

afterEach(async () => {
  await runStatement(service, 'delete from nodegroup_grant');
  await runStatement(service, 'delete from resource_grant');
});

const nodegroupOf = async (node: string): Promise<readonly string[]> =>
  queryColumn(service, `select nodegroup_id::text from node where node_id = '${node}'`);

const denyToGuest = async (node: string): Promise<void> => {
  await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', await nodegroupOf(node)));
};

async function readGids(): Promise<readonly number[]> {
  return (await readItems(service, `${placesPath}/items`)).features.map(({ id }) => id);
}

const listCollectionIds = async (
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> => {
  const response = await service.fetch('/ogc/collections', { headers });
  return collectionsBody.parse(await response.json()).collections.map(({ id }) => id);
};

describe('collections', () => {
  it('are the active spatial views if models are none, each described equally in the list and in its document, with working links', async () => {
    const { collections } = collectionsBody.parse(await service.fetchJson('/ogc/collections'));
    expect(collections.map(({ id }) => id)).toEqual(idsOfPlaces);
    for (const collection of collections) {
      expect(await readCollection(service, `/ogc/collections/${collection.id}`)).toEqual(
        collection,
      );
    }
    const ownDocument = await readCollection(service, placesPath);
    expect(ownDocument).toMatchObject({ title: 'places', description: 'The layer places' });
    for (const { href } of ownDocument.links) {
      expect((await service.fetch(new URL(href).pathname)).status).toBe(200);
    }
  });

  it('can be found from the landing page, whose links all work', async () => {
    const response = await service.fetch('/ogc');
    const links = [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)];
    expect(links.map(([, , rel]) => rel)).toEqual([
      'self',
      'alternate',
      'service-desc',
      'service-doc',
      'conformance',
      'http://www.opengis.net/def/rel/ogc/1.0/functions',
      'data',
      'http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector',
      'http://www.opengis.net/def/rel/ogc/1.0/tiling-schemes',
    ]);
    for (const [, href = ''] of links) {
      expect([href, (await service.fetch(new URL(href).pathname)).status]).toEqual([href, 200]);
    }
  });

  it('have the extent of their features', async () => {
    const [box] = await queryColumn(
      service,
      `select array_to_string(array[min(st_xmin(geometry)), min(st_ymin(geometry)), max(st_xmax(geometry)), max(st_ymax(geometry))], ',')
from feature where node_id = '${placeNodes.geometry}'`,
    );
    const { extent } = await readCollection(service, placesPath);
    expect(extent.spatial.bbox[0]).toEqual(box?.split(',').map(Number));
    expect(extent.temporal.interval).toEqual([[null, null]]);
  });

  it.runIf(triesAllCases)(
    'have the whole world as their extent if they have more features than the service examines',
    async () => {
      const [tile = ''] = await queryColumn(
        service,
        `select tile_id::text from feature where node_id = '${placeNodes.geometry}' order by gid limit 1`,
      );
      const [dataBefore = ''] = await queryColumn(
        service,
        `select data::text from tile where tile_id = '${tile}'`,
      );
      const points = `(select jsonb_agg(jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(1, i / 1000.0))) from generate_series(1, 5001) i)`;
      await runStatement(
        service,
        `update tile set data = jsonb_set(data, '{${placeNodes.geometry}}', jsonb_build_object('type', 'FeatureCollection', 'features', ${points})) where tile_id = '${tile}'`,
      );
      expect((await readCollection(service, placesPath)).extent.spatial.bbox[0]).toEqual(
        boxOfWorld,
      );
      await runStatement(
        service,
        `update tile set data = '${dataBefore.replaceAll("'", "''")}' where tile_id = '${tile}'`,
      );
    },
  );
});

describe('unreadable data', () => {
  it('in the geometry node makes the collection a 404, as if the collection were unknown', async () => {
    await denyToGuest(placeNodes.geometry);
    expect(await listCollectionIds()).toEqual([]);
    const unknownAnswer = await service.fetch('/ogc/collections/none/items?count=exact');
    const closedAnswer = await service.fetch(`${placesPath}/items?count=exact`);
    expect(closedAnswer.status).toBe(404);
    const bodyWithoutRequestId = async (response: Response) =>
      (await response.text()).replaceAll(/"requestId":"[^"]*"/g, '');
    expect(await bodyWithoutRequestId(closedAnswer)).toBe(
      await bodyWithoutRequestId(unknownAnswer),
    );
  });

  it('in an attribute node is left out of the properties, and a request for that property is a 400', async () => {
    await denyToGuest(placeNodes.riskLevel);
    const { features } = await readItems(service, `${placesPath}/items`);
    expect(new Set(features.flatMap(({ properties }) => Object.keys(properties)))).toEqual(
      new Set(['name', 'resourceinstanceid', 'tileid', 'nodeid']),
    );
    const unreadableAnswer = await service.fetch(`${placesPath}/items?properties=risk_level`);
    const unknownAnswer = await service.fetch(`${placesPath}/items?properties=risk_taker`);
    expect([unreadableAnswer.status, unknownAnswer.status]).toEqual([400, 400]);
  });

  it('about a resource instance is in no page, count or extent', async () => {
    const [easternmostId = ''] = await queryColumn(
      service,
      `select resource_id::text from feature where node_id = '${placeNodes.geometry}' order by st_xmax(geometry) desc limit 1`,
    );
    const collectionBefore = await readCollection(service, placesPath);
    const gidsBefore = await readGids();
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, no_access) values ('${easternmostId}', 1, true)`,
    );
    const deniedGids = (
      await queryColumn(service, `select gid from feature where resource_id = '${easternmostId}'`)
    ).map(Number);
    expect(await readGids()).toEqual(gidsBefore.filter((gid) => !deniedGids.includes(gid)));
    expect(await readItems(service, `${placesPath}/items?limit=1&count=exact`)).toMatchObject({
      numberMatched: gidsBefore.length - deniedGids.length,
    });
    expect((await service.fetch(`${placesPath}/items/${deniedGids[0]}`)).status).toBe(404);
    const collectionAfter = await readCollection(service, placesPath);
    expect(collectionAfter.extent.spatial.bbox[0]?.[2]).toBeLessThan(
      collectionBefore.extent.spatial.bbox[0]?.[2] ?? 0,
    );
  });

  it('is shown to another caller, who may read it', async () => {
    await denyToGuest(placeNodes.geometry);
    const reader = await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
    const { clientId } = await createTestApplication(service, reader);
    const { access_token: token } = await fetchTokens(service, 'reader', clientId);
    expect(await listCollectionIds(bearerHeader(token))).toEqual(idsOfPlaces);
    const response = await service.fetch(`${placesPath}/items`, { headers: bearerHeader(token) });
    expect(response.status).toBe(200);
  });
});
