import { geojsonToArcGIS } from '@terraformer/arcgis';
import fc from 'fast-check';
import type { Geometry } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { millNodes } from './mill-service.ts';
import { openMills, sendForm, type Mills } from './mills.ts';
import { toQgisText, inWebMercator, partsOf, randomGeometry } from './random-geometries.ts';
import { runCount } from '../../support/random/run-count.ts';
import { parseStoredPlace } from './stored-place.ts';

let mills: Mills;

beforeAll(async () => {
  mills = await openMills();
});

afterAll(async () => mills?.service.close());

const send = (data: string): Promise<Response> =>
  sendForm(mills.writers.reviewer, '/api/node_value/', { nodeid: millNodes.geometry, data });

/** The largest difference between the coordinates of two geometries of the same type. */
function largestDifference(first: unknown, second: unknown): number {
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length) {
    return Math.max(0, ...first.map((item, index) => largestDifference(item, second[index])));
  }
  return typeof first === 'number' && typeof second === 'number'
    ? Math.abs(first - second)
    : Infinity;
}

/** The formats in which geometries are sent, and the tolerance for their stored coordinates in degrees. */
const formats: Readonly<
  Record<
    string,
    { readonly write: (geometries: readonly Geometry[]) => string; readonly tolerance: number }
  >
> = {
  WKT: { write: (geometries) => toQgisText(toCollection(geometries)), tolerance: 0 },
  EWKT: {
    write: (geometries) => `SRID=4326;${toQgisText(toCollection(geometries))}`,
    tolerance: 0,
  },
  'EWKT in Web Mercator': {
    write: (geometries) => `SRID=3857;${toQgisText(toCollection(geometries.map(inWebMercator)))}`,
    tolerance: 1e-8,
  },
  'JSON of ArcGIS': {
    write: (geometries) =>
      geometries.map((geometry) => JSON.stringify(geojsonToArcGIS(geometry))).join(),
    tolerance: 0,
  },
};

const toCollection = (geometries: readonly Geometry[]): Geometry => ({
  type: 'GeometryCollection',
  geometries: [...geometries],
});

describe.each(Object.entries(formats))('random geometries in %s', (_way, { write, tolerance }) => {
  it('are stored unchanged, with one feature for each part', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomGeometry, { minLength: 1, maxLength: 8 }),
        async (geometries) => {
          const { features } = await parseStoredPlace(await send(write(geometries)));
          const storedGeometries = features.map(({ geometry }) => geometry);
          const parts = geometries.flatMap(partsOf);
          expect(storedGeometries.map(({ type }) => type)).toEqual(parts.map(({ type }) => type));
          const distances = parts.map(({ coordinates }, index) =>
            largestDifference(coordinates, storedGeometries[index]?.coordinates),
          );
          expect(Math.max(...distances)).toBeLessThanOrEqual(tolerance);
        },
      ),
      runCount(25, 8),
    );
  });
});
