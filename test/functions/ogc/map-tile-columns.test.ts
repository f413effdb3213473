import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { tilesetOrTileJson } from '../../../lib/http/schemas/ogc.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import {
  addTestSpatialView,
  listPlaceColumnNodes,
  placeNodes,
} from '../../support/test-spatial-views.ts';
import { readItems } from './items.ts';
import { addPlaces } from './map-places.ts';
import { readTile, tileOf, tilePath, type TileAddress } from './vector-tiles.ts';

const world: TileAddress = { zoom: 0, column: 0, row: 0 };
const idNames = new Set(['resourceinstanceid', 'nodeid', 'tileid', 'featureid', 'graphid']);

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
    nodes: await listPlaceColumnNodes(service),
    language: 'fr',
  });
});

afterAll(async () => service?.close());

afterEach(async () => {
  await runStatement(service, 'delete from nodegroup_grant');
  await runStatement(service, 'delete from resource_grant');
});

const tilesPath = (collection: string): string => `/ogc/collections/${collection}/tiles`;

const readColumns = async (collection: string, address = world) =>
  (await readTile(service, tilePath(tilesPath(collection), address), address)).map(
    ({ id, properties }) => ({ id, properties }),
  );

async function readBytes(collection: string) {
  const response = await service.fetch(tilePath(tilesPath(collection), world));
  return {
    status: response.status,
    tag: response.headers.get('etag'),
    bytes: Buffer.from(await response.arrayBuffer()).toString('base64'),
  };
}

/** The values of a feature that are columns, as texts. */
const columnTexts = (properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name, value]) => !idNames.has(name) && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );

async function readFields(collection: string) {
  const document = tilesetOrTileJson.parse(
    await service.fetchJson(`${tilesPath(collection)}/WebMercatorQuad?format=tilejson`),
  );
  return 'vector_layers' in document ? (document.vector_layers[0]?.fields ?? {}) : {};
}

async function nodegroupOf(nodeId: string): Promise<readonly string[]> {
  return queryColumn(service, `select nodegroup_id::text from node where node_id = '${nodeId}'`);
}

describe('the columns of a collection in its tiles', () => {
  it.each(['places', 'lieux'])(
    'are those of the items of the same features, in the collection %s',
    async (collection) => {
      const drawn = await readColumns(collection);
      const { features } = await readItems(
        service,
        `/ogc/collections/${collection}/items?limit=10000`,
      );
      const items = new Map(features.map(({ id, properties }) => [id, columnTexts(properties)]));
      expect(drawn.length).toBeGreaterThan(10);
      for (const { id = 0, properties } of drawn) {
        expect(columnTexts(properties)).toEqual(items.get(id));
      }
    },
  );

  it('are numbers and booleans if each resource instance has at most one value, as TileJSON lists', async () => {
    expect(await readFields('places')).toMatchObject({
      featureid: 'Number',
      world_heritage_number: 'String',
      world_heritage_is_part: 'Boolean',
      dimension_value: 'String',
    });
    const readTypes = async () =>
      new Map(
        (await readColumns('places')).flatMap(({ properties }) =>
          Object.entries(properties)
            .filter(([, value]) => !String(value).includes(', '))
            .map(([name, value]) => [name, typeof value] as const),
        ),
      );
    expect((await readTypes()).get('dimension_value')).toBe('string');
    const [nodegroup = ''] = await nodegroupOf(placeNodes.dimensionValue);
    const setCardinality = (cardinality: string) =>
      runStatement(
        service,
        `update nodegroup set cardinality = '${cardinality}' where nodegroup_id = '${nodegroup}'`,
      );
    await setCardinality('1');
    const fields = await readFields('places');
    const types = await readTypes();
    await setCardinality('n');
    for (const [name, type] of types)
      expect([name, type]).toEqual([name, fields[name]?.toLowerCase()]);
    expect(types.get('dimension_value')).toBe('number');
    expect(types.get('world_heritage_is_part')).toBe('boolean');
  });

  it('are read with one database call', async () => {
    const calls = await service.countCalls(() => readBytes('places'));
    expect(calls).toBe(1);
  });

  it('change the entity tag, which otherwise gives a 304', async () => {
    const { tag } = await readBytes('places');
    const path = tilePath(tilesPath('places'), world);
    const readAgain = () => service.fetch(path, { headers: { 'If-None-Match': tag ?? '' } });
    expect((await readAgain()).status).toBe(304);
    await runStatement(
      service,
      `update tile set data = jsonb_set(data, '{${placeNodes.worldHeritageNumber}}', '"1373"')
where data ->> '${placeNodes.worldHeritageNumber}' = '373'`,
    );
    expect((await readAgain()).status).toBe(200);
    await runStatement(
      service,
      `update tile set data = jsonb_set(data, '{${placeNodes.worldHeritageNumber}}', '"373"')
where data ->> '${placeNodes.worldHeritageNumber}' = '1373'`,
    );
    expect((await readAgain()).status).toBe(304);
  });
});

describe('a column that the caller may not read', () => {
  it('is in no tile and not in TileJSON, and its values change neither bytes nor entity tag', async () => {
    const open = await readBytes('places');
    const nodegroup = await nodegroupOf(placeNodes.worldHeritageNumber);
    await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', nodegroup));
    const closed = await readBytes('places');
    expect(closed.status).toBe(200);
    expect(closed.tag).not.toBe(open.tag);
    for (const { properties } of await readColumns('places')) {
      expect(properties).not.toHaveProperty('world_heritage_number');
    }
    expect(await readFields('places')).not.toHaveProperty('world_heritage_number');
    await runStatement(service, `delete from tile where nodegroup_id = '${nodegroup[0] ?? ''}'`);
    expect(await readBytes('places')).toEqual(closed);
    await runStatement(
      service,
      `delete from spatial_view_attribute where node_id = any (array(select node_id from node where nodegroup_id = '${nodegroup[0] ?? ''}'))`,
    );
    expect(await readBytes('places')).toEqual(closed);
  });

  it('shows no name of a resource instance that is closed, wherever a value mentions it', async () => {
    const [mentioned = ''] = await queryColumn(
      service,
      `select distinct m.id
from tile t
cross join lateral (select t.data #>> '{${placeNodes.contributor},0,resourceId}') m (id)
where m.id is not null
order by 1
limit 1`,
    );
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
select '${mentioned}', account_group_id, true from account_group where name = 'Guest'`,
    );
    const closed = await readBytes('places');
    const { features } = await readItems(service, '/ogc/collections/places/items?limit=10000');
    const contributors = new Set(features.map(({ properties }) => properties['contributor']));
    const drawn = (await readColumns('places')).map(({ properties }) => properties['contributor']);
    expect(contributors).toContain('Undefined');
    expect(new Set(drawn.map((text) => text ?? null))).toEqual(contributors);
    await runStatement(service, `delete from resource where resource_id = '${mentioned}'`);
    expect(await readBytes('places')).toEqual(closed);
  });
});

describe('a tile that would be too large', () => {
  const corner: readonly [number, number] = [-140.2, -60.2];
  const address = tileOf(...corner, 6);

  afterEach(async () => {
    await runStatement(
      service,
      `delete from resource r where r.resource_id in (
  select f.resource_id from feature f where f.geometry && st_makeenvelope(-141, -61, -139, -59, 4326)
)`,
    );
  });

  const point: GeoJSON.Geometry = { type: 'Point', coordinates: [...corner] };

  it('ends where its columns have 700 KB, without a value of more than 100 KB', async () => {
    await addPlaces(
      service,
      Array.from({ length: 12 }, () => point),
    );
    const gids = (
      await queryColumn(
        service,
        `select f.gid::text from feature f where f.geometry && st_makeenvelope(-141, -61, -139, -59, 4326) order by map_rank(f.gid)`,
      )
    ).map(Number);
    await runStatement(
      service,
      `insert into tile (tile_id, resource_id, nodegroup_id, data)
select gen_random_uuid(), f.resource_id, n.nodegroup_id, jsonb_build_object(n.node_id, f.gid || repeat('x', case when f.gid = ${gids[1] ?? 0} then 110000 else 95000 end))
from feature f
join node n on n.node_id = '${placeNodes.webPage}'
where f.gid = any ('{${gids.join()}}')`,
    );
    const drawn = await readColumns('places', address);
    expect(drawn.map(({ id }) => id)).toEqual(gids.slice(0, 8));
    expect(
      drawn.map(({ properties }) =>
        Math.floor(z.string().catch('').parse(properties['web_page']).length / 1000),
      ),
    ).toEqual([95, 0, 95, 95, 95, 95, 95, 95]);
  });

  it('shows a part of a shape of very many points, and what comes after it', async () => {
    await addPlaces(service, [point, point, point]);
    await runStatement(
      service,
      `update tile t
set data = jsonb_build_object('${placeNodes.geometry}', (
  select jsonb_build_object('type', 'MultiPoint', 'coordinates', jsonb_agg(jsonb_build_array(
    ${corner[0]} + n % 300 / 1000.0,
    ${corner[1]} + n / 300 / 1000.0
  )))
  from generate_series(1, 90000) n
))
where t.tile_id = (
  select f.tile_id
  from feature f
  where f.geometry && st_makeenvelope(-141, -61, -139, -59, 4326)
  order by map_rank(f.gid)
  limit 1
)`,
    );
    const drawn = await readTile(service, tilePath(tilesPath('places'), address), address);
    expect(drawn).toHaveLength(3);
    const counts = drawn.map(({ parts }) => parts.flat().length).toSorted((a, b) => b - a);
    expect(counts.slice(1)).toEqual([1, 1]);
    expect(counts[0]).toBeGreaterThan(10_000);
    expect(counts[0]).toBeLessThan(45_000);
  });
});
