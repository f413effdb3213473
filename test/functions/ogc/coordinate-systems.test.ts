import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { crsUri } from '../../../lib/model/ogc/crs-uris.ts';
import type { CoordinateSystem } from '../../../lib/model/geojson/coordinate-systems.ts';
import { addTestLayers, testLayerSlugs } from '../../conformance/ogc/test-layers.ts';
import { queryColumn, openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { readItems } from './items.ts';

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await addTestLayers(service);
});

afterAll(async () => service?.close());

const pathIn = (layer: string, crs: CoordinateSystem, query = ''): string =>
  `/ogc/collections/${layer}/items?crs=${encodeURIComponent(crsUri(crs))}${query}`;

/** All numbers in a JSON value, in their order. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  return value instanceof Object ? Object.values(value).flatMap(numbersIn) : [];
}

/** Reads the result of a PostGIS expression for each feature of a layer, in the order of the layer. */
async function readPostgisGeometries(
  layer: string,
  expression: string,
): Promise<readonly unknown[]> {
  const geometries = await queryColumn(
    service,
    `select st_asgeojson(${expression}, 15)
from spatial_view v
join feature f on f.node_id = v.geometry_node_id
where v.slug = '${layer}'
order by f.resource_id, f.tile_id, f.gid`,
  );
  return geometries.map((text): unknown => JSON.parse(text));
}

/** The stored geometry with its heights, which the column `geometry` does not have. */
const storedGeometry = 'st_setsrid(st_geomfromgeojson(f.geometry_text), 4326)';

describe('the features of a layer', () => {
  it.each(testLayerSlugs)(
    'have the same coordinates in EPSG:3857 as in PostGIS, with unchanged heights: %s',
    async (layer) => {
      const { features } = await readItems(service, pathIn(layer, 'EPSG:3857'));
      const postgisGeometries = await readPostgisGeometries(
        layer,
        `st_transform(${storedGeometry}, 3857)`,
      );
      const [serviceNumbers, postgisNumbers] = [
        features.map(({ geometry }) => geometry),
        postgisGeometries,
      ].map(numbersIn);
      expect(serviceNumbers).toHaveLength(postgisNumbers?.length ?? 0);
      serviceNumbers?.forEach((number, index) =>
        expect(Math.abs(number - (postgisNumbers?.[index] ?? 0))).toBeLessThan(1e-7),
      );
    },
  );

  it.each(testLayerSlugs)('have the latitude first in EPSG:4326: %s', async (layer) => {
    const { features } = await readItems(service, pathIn(layer, 'EPSG:4326'));
    expect(features.map(({ geometry }) => numbersIn(geometry))).toEqual(
      (await readPostgisGeometries(layer, `st_flipcoordinates(${storedGeometry})`)).map(numbersIn),
    );
  });

  it('have their coordinate system in the header Content-Crs', async () => {
    for (const crs of ['CRS84', 'EPSG:4326', 'EPSG:3857'] as const) {
      const response = await service.fetch(pathIn('points', crs));
      expect(response.headers.get('content-crs')).toBe(`<${crsUri(crs)}>`);
      const { features } = await readItems(service, pathIn('points', crs, '&limit=1'));
      const featureAnswer = await service.fetch(
        pathIn('points', crs).replace('/items?', `/items/${features[0]?.id}?`),
      );
      expect(featureAnswer.headers.get('content-crs')).toBe(`<${crsUri(crs)}>`);
      expect(await featureAnswer.json()).toMatchObject({ geometry: features[0]?.geometry });
    }
  });

  it('are the same for a box in any coordinate system', async () => {
    const [west, south, east, north] = [-10, -16.25, 20.5, 14.75];
    const [lowerLeft, upperRight] = await queryColumn(
      service,
      `select concat_ws(',', st_x(p), st_y(p)) from unnest(array[st_transform(st_setsrid(st_makepoint(${west}, ${south}), 4326), 3857), st_transform(st_setsrid(st_makepoint(${east}, ${north}), 4326), 3857)]) p`,
    );
    const boxes = [
      `&bbox=${west},${south},${east},${north}`,
      `&bbox=${west},${south},-5,${east},${north},10000`,
      `&bbox=${south},${west},${north},${east}&bbox-crs=${crsUri('EPSG:4326')}`,
      `&bbox=${lowerLeft},${upperRight}&bbox-crs=${crsUri('EPSG:3857')}`,
    ];
    for (const layer of ['points', 'outlines', 'places']) {
      const [firstGids, ...otherGids] = await Promise.all(
        boxes.map(async (box) =>
          (await readItems(service, pathIn(layer, 'EPSG:4326', box))).features.map(({ id }) => id),
        ),
      );
      expect(firstGids?.length).toBeGreaterThan(0);
      for (const gids of otherGids) expect(gids).toEqual(firstGids);
    }
  });
});
