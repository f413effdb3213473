import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { featureCollection } from '../../../lib/http/schemas/geojson.ts';
import {
  collectionBody,
  tileMatrixSetBody,
  tilesetOrTileJson,
  tilesetsBody,
} from '../../../lib/http/schemas/ogc.ts';
import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { readTileCacheKey } from '../../support/tile-cache-key.ts';
import { openSampleService, queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { addPlaces } from './map-places.ts';
import {
  readTile,
  tileOf,
  tilePath,
  type DecodedFeature,
  type TileAddress,
} from './vector-tiles.ts';

const placeSchema = z.tuple([z.number(), z.number(), z.number()]);
const coordinatesSchema = z.object({ coordinates: z.array(z.number()) });

const world: TileAddress = { zoom: 0, column: 0, row: 0 };

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await addTestSpatialView(service, { slug: 'sites', nodes: [placeNodes.name] });
});

afterAll(async () => service?.close());

afterEach(async () => {
  await runStatement(service, 'delete from nodegroup_grant');
  await runStatement(service, 'delete from resource_grant');
});

const readAll = (
  address: TileAddress,
  tilesPath = '/ogc/tiles',
): Promise<readonly DecodedFeature[]> => readTile(service, tilePath(tilesPath, address), address);

async function readGeoJson() {
  return featureCollection.parse(await service.fetchJson('/geojson')).features;
}

describe('a vector tile', () => {
  it('of the world shows each feature that /geojson shows, in the layer of its model', async () => {
    const features = await readAll(world);
    const resourceIds = (await readGeoJson()).map(
      ({ properties }) => properties['resourceinstanceid'],
    );
    expect(features.length).toBeGreaterThan(10);
    expect(new Set(features.map(({ properties }) => properties['resourceinstanceid']))).toEqual(
      new Set(resourceIds),
    );
    expect(new Set(features.map(({ layer }) => layer))).toContain('heritage-place');
  });

  it('shows places within a step of its grid, which is 4 centimetres at the largest zoom', async () => {
    const rows = await queryColumn(
      service,
      `select json_build_array(f.gid, st_x(f.geometry), st_y(f.geometry))::text
       from feature f
       where geometrytype(f.geometry) = 'POINT'
       order by f.gid
       limit 5`,
    );
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      const [gid, longitude, latitude] = placeSchema.parse(JSON.parse(row));
      for (const zoom of [0, 7, 18]) {
        const address = tileOf(longitude, latitude, zoom);
        const shown = (await readAll(address)).find(({ id }) => id === gid);
        const [x = 999, y = 999] = coordinatesSchema.parse(shown?.geometry).coordinates;
        const step = 360 / 4096 / 2 ** zoom;
        expect(Math.abs(x - longitude)).toBeLessThanOrEqual(step);
        expect(Math.abs(y - latitude)).toBeLessThanOrEqual(step);
      }
    }
  });

  it('of a collection has the layer of the collection, and only its features', async () => {
    const features = await readAll(world, '/ogc/collections/sites/tiles');
    expect(new Set(features.map(({ layer }) => layer))).toEqual(new Set(['sites']));
    const gids = await queryColumn(
      service,
      `select f.gid::text from feature f join spatial_view v on v.geometry_node_id = f.node_id where v.slug = 'sites'`,
    );
    expect(features.map(({ id }) => String(id)).toSorted()).toEqual(gids.toSorted());
  });

  it('of a geometry node has the layer of the node, with and without .pbf', async () => {
    const [nodeId = ''] = await queryColumn(
      service,
      `select geometry_node_id::text from spatial_view where slug = 'sites'`,
    );
    for (const end of ['0', '0.pbf']) {
      const features = await readTile(service, `/mvt/${nodeId}/0/0/${end}`, world);
      expect(new Set(features.map(({ layer }) => layer))).toEqual(new Set([nodeId]));
    }
  });

  it('is a 204 below /ogc and a 404 below /mvt where it is empty', async () => {
    const address = tileOf(-140, -60, 10);
    expect((await service.fetch(tilePath('/ogc/tiles', address))).status).toBe(204);
    const [nodeId = ''] = await queryColumn(
      service,
      `select geometry_node_id::text from spatial_view where slug = 'sites'`,
    );
    const path = `/mvt/${nodeId}/${address.zoom}/${address.column}/${address.row}.pbf`;
    expect((await service.fetch(path)).status).toBe(404);
  });

  it.each(['19/0/0', '1/2/0', '1/0/2', '01/0/0', '-1/0/0', 'a/b/c', '1.5/0/0'])(
    'does not exist at %s',
    async (position) => {
      const answer = await service.fetch(`/ogc/tiles/WebMercatorQuad/${position}`);
      expect(answer.status).toBe(404);
    },
  );

  it('shows nothing of a nodegroup that the caller may not read, nor a name from one', async () => {
    const before = await readAll(world);
    const named = before.filter(({ properties }) => properties['name'] !== undefined);
    expect(named.length).toBeGreaterThan(0);
    const nameNodegroup = await queryColumn(
      service,
      `select nodegroup_id::text from node where node_id = '${placeNodes.name}'`,
    );
    await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', nameNodegroup));
    const withoutNames = await readAll(world);
    expect(withoutNames.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(
      withoutNames.filter(
        ({ layer, properties }) => layer === 'heritage-place' && properties['name'] !== undefined,
      ),
    ).toEqual([]);
    const geometryNodegroup = await queryColumn(
      service,
      `select n.nodegroup_id::text from node n join spatial_view v on v.geometry_node_id = n.node_id where v.slug = 'sites'`,
    );
    await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', geometryNodegroup));
    expect((await readAll(world)).filter(({ layer }) => layer === 'heritage-place')).toEqual([]);
    expect((await service.fetch(tilePath('/ogc/collections/sites/tiles', world))).status).toBe(404);
  });
});

describe('the entity tag of a vector tile', () => {
  const path = tilePath('/ogc/tiles', world);

  it('gives a 304 with one database call until something shown changes', async () => {
    const { headers } = await service.fetch(path);
    const tag = headers.get('etag') ?? '';
    let second: Response | undefined;
    const calls = await service.countCalls(async () => {
      second = await service.fetch(path, { headers: { 'If-None-Match': tag } });
    });
    expect([second?.status, calls]).toEqual([304, 1]);
    await runStatement(
      service,
      `update resource set descriptors = replace(descriptors::text, 'Stonehenge', 'Stone circle')::jsonb where legacy_id = 'heritage-place/stonehenge'`,
    );
    const third = await service.fetch(path, { headers: { 'If-None-Match': tag } });
    expect(third.status).toBe(200);
  });

  it('differs by language', async () => {
    const tags = await Promise.all(
      ['en', 'de'].map(async (language) =>
        (await service.fetch(path, { headers: { 'Accept-Language': language } })).headers.get(
          'etag',
        ),
      ),
    );
    expect(new Set(tags).size).toBe(2);
  });
});

describe('the caching of a vector tile', () => {
  const path = tilePath('/ogc/tiles', world);
  it('is public for a minute where the path alone decides', async () => {
    expect((await service.fetch(path)).headers.get('cache-control')).toBe('public, max-age=60');
  });

  it.each([{ 'X-SERVICE-FORMAT': 'mvt' }, { Cookie: 'a=b' }])(
    'is private with %s',
    async (headers) => {
      expect((await service.fetch(path, { headers })).headers.get('cache-control')).toBe(
        'private, no-cache',
      );
    },
  );
});

describe('the header Vary of vector tiles and their tilesets', () => {
  it('lists exactly what the cache of the front distinguishes', async () => {
    const [nodeId = ''] = await queryColumn(
      service,
      `select geometry_node_id::text from spatial_view where slug = 'sites'`,
    );
    const readVary = async (path: string): Promise<readonly string[]> => {
      const { status, headers } = await service.fetch(path);
      expect([path, status]).toEqual([path, 200]);
      return (headers.get('vary') ?? '').toLowerCase().split(', ');
    };
    const { all: cacheKey } = await readTileCacheKey();
    const listed = await Promise.all(
      [
        tilePath('/ogc/tiles', world),
        tilePath('/ogc/collections/sites/tiles', world),
        `/mvt/${nodeId}/0/0/0.pbf`,
        '/ogc/tiles/WebMercatorQuad',
        '/ogc/tiles/WebMercatorQuad?format=tilejson',
        '/ogc/collections/sites/tiles/WebMercatorQuad?format=tilejson',
      ].map(readVary),
    );
    expect(new Set(listed.flat())).toEqual(cacheKey);
    for (const tile of listed.slice(0, 3)) {
      const indent = ['x-service-indent', 'x-arches-indent'];
      expect(new Set(tile)).toEqual(cacheKey.difference(new Set(indent)));
    }
  });
});

describe('the documents of vector tiles', () => {
  it('lead from the landing page to the tiles', async () => {
    const { tilesets } = tilesetsBody.parse(await service.fetchJson('/ogc/tiles'));
    expect(tilesets).toHaveLength(1);
    const tileset = tilesetOrTileJson.parse(await service.fetchJson('/ogc/tiles/WebMercatorQuad'));
    expect('layers' in tileset && tileset.layers.map(({ id }) => id)).toContain('heritage-place');
  });

  it('describe the tiles of a collection as TileJSON', async () => {
    const document = tilesetOrTileJson.parse(
      await service.fetchJson('/ogc/collections/sites/tiles/WebMercatorQuad?format=tilejson'),
    );
    const [template = ''] = 'tiles' in document ? document.tiles : [];
    const collection = collectionBody.parse(await service.fetchJson('/ogc/collections/sites'));
    const [west = 0, south = 0, east = 0, north = 0] = collection.extent.spatial.bbox[0] ?? [];
    expect(document).toMatchObject({
      bounds: [west, south, east, north],
      center: [(west + east) / 2, (south + north) / 2, 0],
    });
    const path = template
      .slice(template.indexOf('/ogc/'))
      .replace('{z}', '0')
      .replace('{y}', '0')
      .replace('{x}', '0');
    expect((await readTile(service, path, world)).length).toBeGreaterThan(0);
  });

  it('define the tile matrix set', async () => {
    const { tileMatrices } = tileMatrixSetBody.parse(
      await service.fetchJson('/ogc/tileMatrixSets/WebMercatorQuad'),
    );
    expect(tileMatrices[0]?.scaleDenominator).toBeCloseTo(559_082_264.028_717_8, 3);
    expect((await service.fetch('/ogc/tileMatrixSets/Other')).status).toBe(404);
  });
});

describe('a tile with shapes that cannot be clipped', () => {
  const flat = [
    [-5, 1],
    [5, 1],
    [-5, 1],
    [-5, 1],
  ];
  const area = [
    [-5, 1],
    [5, 1],
    [5, 2],
    [-5, 2],
    [-5, 1],
  ];
  const shapes: readonly GeoJSON.Geometry[] = [
    { type: 'Polygon', coordinates: [flat] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [-5, 1],
          [5, 1],
          [5, 2],
          [5, 1],
          [-5, 1],
        ],
      ],
    },
    { type: 'MultiPolygon', coordinates: [[flat], [area]] },
  ];

  it.each([
    { zoom: 1, column: 0, row: 0 },
    { zoom: 1, column: 1, row: 0 },
  ])('shows the other features, and the parts that have an area: %o', async (address) => {
    await addPlaces(service, shapes);
    const features = await readAll(address);
    expect(features.some(({ geometry }) => geometry.type.includes('Polygon'))).toBe(true);
    expect(features.length).toBeGreaterThan(shapes.length);
  });
});
