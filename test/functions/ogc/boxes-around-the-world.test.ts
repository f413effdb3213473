import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { insertSpatialView } from '../../../lib/queries/spatial-views/write-view.ts';
import { parseFeatureQuery } from '../../../lib/http/geojson/stored-query.ts';
import { readFeatures } from '../../../lib/geojson/matching-features.ts';
import { isInBox, isInWorld, touches, type Box } from '../../support/geojson/box-oracle.ts';
import { boxNearEdges, geometryNearEdges } from '../../support/geojson/random-geometries.ts';
import { runCount } from '../../support/random/run-count.ts';
import { openSampleService, queryColumn, sampleSpatialView } from '../../support/sample.ts';
import { baseUrl, type TestService } from '../../support/service.ts';
import { placeNodes } from '../../support/test-spatial-views.ts';
import { addPlaces } from './map-places.ts';
import { readTile, tileOf, tilePath, type TileAddress } from './vector-tiles.ts';

/*
 * What is beyond 180 degrees is found where a map draws it, on every surface. An independent computation decides.
 */

type Place = { readonly gid: number; readonly tileId: string; readonly geometry: GeoJSON.Geometry };

const emptyGeometry = fc.constantFrom<GeoJSON.Geometry>(
  { type: 'Point', coordinates: [] },
  { type: 'Polygon', coordinates: [] },
  { type: 'GeometryCollection', geometries: [] },
);

const collectionPath = '/ogc/collections/round_places';

let service: TestService;
let places: readonly Place[];

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await service.stack.dataApi.write(
    insertSpatialView(
      {
        ...sampleSpatialView,
        spatialViewId: '3d5f3d0e-2f39-4a5e-9d0c-0f6a5a7ee0b1',
        slug: 'round_places',
        isMixedGeometryTypes: true,
      },
      4326,
    ),
  );
  await service.stack.dataApi.write(
    setGroupDefaults('Spatial View Reader', { read: true, write: false, delete: false }),
  );
  await addPlaces(service, fc.sample(geometryNearEdges, runCount(600, 250).numRuns));
  places = await readPlaces();
});

afterAll(async () => service?.close());

const placeSchema = z.tuple([z.number(), z.string(), z.custom<GeoJSON.Geometry>()]);

async function readPlaces(): Promise<readonly Place[]> {
  const rows = await queryColumn(
    service,
    `select jsonb_build_array(f.gid, f.tile_id, f.geometry_text::jsonb)::text
from feature f
where f.node_id = '${placeNodes.geometry}'
  and f.geometry is not null`,
  );
  return rows.map((row) => {
    const [gid, tileId, geometry] = placeSchema.parse(JSON.parse(row));
    return { gid, tileId, geometry };
  });
}

/** The ids of all places for which a condition holds. Each place has its own tile. */
const select = (condition: (geometry: GeoJSON.Geometry) => boolean): readonly Place[] =>
  places.filter(({ geometry }) => condition(geometry));
const tileIdsOf = (selected: readonly Place[]) => selected.map(({ tileId }) => tileId).toSorted();
const gidsOf = (selected: readonly Place[]) =>
  selected.map(({ gid }) => gid).toSorted((first, second) => first - second);

const geoJson = z.object({
  features: z.array(
    z.object({ id: z.number(), properties: z.looseObject({ tileid: z.string() }) }),
  ),
});

async function findByGeoJson(query: string): Promise<readonly string[]> {
  const { features } = geoJson.parse(
    await service.fetchJson(`/geojson?nodeid=${placeNodes.geometry}&${query}`),
  );
  return features.map(({ properties }) => properties.tileid).toSorted();
}

async function findItems(path: string): Promise<readonly number[]> {
  const { features } = geoJson.parse(await service.fetchJson(`${path}&limit=10000`));
  return features.map(({ id }) => id).toSorted((first, second) => first - second);
}

async function exportFeatures(box: Box): Promise<readonly string[]> {
  const query = parseFeatureQuery(`nodeid=${placeNodes.geometry}&bbox=${box.join(',')}`, 'en');
  const source = { dataApi: service.stack.dataApi, caller: null, query, baseUrl };
  const tileIds: string[] = [];
  for await (const { features } of readFeatures(source, null)) {
    for (const feature of features) tileIds.push(/"tileid":"([^"]+)"/.exec(feature)?.[1] ?? '');
  }
  return tileIds.toSorted();
}

const checkBoxes = (
  check: (box: Box, expected: readonly Place[]) => Promise<void>,
  [all, sample]: readonly [number, number] = [300, 25],
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(boxNearEdges, async (box) =>
      check(
        box,
        select((geometry) => isInBox(geometry, box)),
      ),
    ),
    { ...runCount(all, sample), endOnFailure: true },
  );

describe('a box selects what a map draws in it, modulo 360 degrees', () => {
  it('in /geojson', async () => {
    await checkBoxes(async (box, expected) => {
      expect(await findByGeoJson(`bbox=${box.join(',')}`)).toEqual(tileIdsOf(expected));
    });
  });

  it('in /geojson with a list of resource instances', async () => {
    const ids = await queryColumn(service, 'select distinct resource_id from feature');
    await checkBoxes(
      async (bbox, expected) => {
        const response = await service.fetch('/geojson', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ bbox, resourceid: ids, nodeid: placeNodes.geometry }),
        });
        const { features } = geoJson.parse(await response.json());
        expect(features.map(({ properties }) => properties.tileid).toSorted()).toEqual(
          tileIdsOf(expected),
        );
      },
      [60, 8],
    );
  });

  it('in the items of a collection, and of its geometry kinds', async () => {
    await checkBoxes(async (box, expected) => {
      const query = `items?bbox=${box.join(',')}`;
      expect(await findItems(`${collectionPath}/${query}`)).toEqual(gidsOf(expected));
      expect(await findItems(`${collectionPath}_polygon/${query}`)).toEqual(
        gidsOf(expected.filter(({ geometry }) => geometry.type.endsWith('Polygon'))),
      );
    });
  });

  it('in an export', async () => {
    await checkBoxes(
      async (box, expected) => {
        expect(await exportFeatures(box)).toEqual(tileIdsOf(expected));
      },
      [60, 8],
    );
  });

  it('in the database view, for boxes within the world', async () => {
    const session = await service.stack.database.borrowSession('reader');
    const inWorld = select(isInWorld);
    const boxesWithin = boxNearEdges
      .filter(([west, , east]) => west > -180 && west <= east && east < 179)
      .map(([west, south, east, north]): Box => [
        west,
        Math.max(south, -90),
        east + 0.01,
        Math.min(north + 0.01, 90),
      ])
      .filter(([, south, , north]) => south < north);
    try {
      await fc.assert(
        fc.asyncProperty(boxesWithin, async (box) => {
          const { rows } = await session.query(
            `select v.gid::text from round_places_mixed_geom v where st_intersects(v.geom, st_makeenvelope(${box.join(',')}, 4326))`,
            [],
            60_000,
          );
          const found = new Set(rows.map(([gid]) => Number(gid)));
          // Outside of the world, views keep the stored coordinates.
          expect(gidsOf(inWorld.filter(({ gid }) => found.has(gid)))).toEqual(
            gidsOf(inWorld.filter(({ geometry }) => isInBox(geometry, box))),
          );
        }),
        { ...runCount(200, 15), endOnFailure: true },
      );
    } finally {
      await session.release();
    }
  });

  it('in /geojson and collections without a box, which select everything', async () => {
    const everything = select(() => true);
    expect(everything.length).toBeGreaterThan(select(isInWorld).length);
    expect(await findByGeoJson('')).toEqual(tileIdsOf(everything));
    expect(await findItems(`${collectionPath}/items?`)).toEqual(gidsOf(everything));
  });
});

/** The latitude of a row of tiles. */
const latitudeOf = (row: number, tiles: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI;

/** The box of a tile, enlarged on each side by a part of its width. */
function boxOfTile({ zoom, column, row }: TileAddress, margin: number): Box {
  const tiles = 2 ** zoom;
  return [
    ((column - margin) / tiles) * 360 - 180,
    latitudeOf(row + 1 + margin, tiles),
    ((column + 1 + margin) / tiles) * 360 - 180,
    latitudeOf(row - margin, tiles),
  ];
}

const isOnTile = (geometry: GeoJSON.Geometry, [west, south, east, north]: Box): boolean =>
  isInWorld(geometry) &&
  [-2, -1, 0, 1, 2].some((turn) =>
    touches(geometry, [west + turn * 360, south, east + turn * 360, north]),
  );

describe('a map tile shows what is in it, modulo 360 degrees', () => {
  const addresses = fc
    .tuple(
      fc.oneof(fc.constantFrom(-179.9, 179.9), fc.integer({ min: -179, max: 179 })),
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ min: 0, max: 7 }),
    )
    .map(([x, y, zoom]) => tileOf(x, y, zoom));

  it.each([
    ['/ogc', (address: TileAddress) => tilePath(`${collectionPath}/tiles`, address)],
    [
      '/mvt',
      ({ zoom, column, row }: TileAddress) =>
        `/mvt/${placeNodes.geometry}/${zoom}/${column}/${row}`,
    ],
  ])('below %s', async (_, pathOf) => {
    await fc.assert(
      fc.asyncProperty(addresses, async (address) => {
        const response = await service.fetch(pathOf(address));
        const shown =
          response.status === 200 ? await readTile(service, pathOf(address), address) : [];
        const gids = new Set(shown.map(({ id }) => id));
        const isShown = ({ gid }: Place): boolean => gids.has(gid);
        const inside = select((geometry) => isOnTile(geometry, boxOfTile(address, -0.001)));
        const outside = select((geometry) => !isOnTile(geometry, boxOfTile(address, 0.02)));
        expect(gidsOf(inside.filter((place) => !isShown(place)))).toEqual([]);
        expect(gidsOf(outside.filter(isShown))).toEqual([]);
      }),
      { ...runCount(200, 15), endOnFailure: true },
    );
  });
});

describe('the extent of a collection', () => {
  const collection = z.object({
    extent: z.object({ spatial: z.object({ bbox: z.tuple([z.array(z.number())]) }) }),
  });

  it('is within the world, and contains all that is in the world', async () => {
    const { extent } = collection.parse(await service.fetchJson(collectionPath));
    const [west = 0, south = 0, east = 0, north = 0] = extent.spatial.bbox[0];
    expect([west >= -180, south >= -90, east <= 180, north <= 90]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const inWorld = select(isInWorld);
    expect(gidsOf(select((geometry) => isInBox(geometry, [west, south, east, north])))).toEqual(
      gidsOf(west === -180 && east === 180 && south === -90 && north === 90 ? places : inWorld),
    );
  });
});

describe('empty geometries', () => {
  it('are in no box, and hide no others in the index', async () => {
    await addPlaces(service, fc.sample(emptyGeometry, 20));
    await checkBoxes(
      async (box, expected) => {
        expect(await findByGeoJson(`bbox=${box.join(',')}`)).toEqual(tileIdsOf(expected));
      },
      [100, 15],
    );
  });
});
