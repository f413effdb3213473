import { geojsonToArcGIS } from '@terraformer/arcgis';
import fc from 'fast-check';
import type { Geometry } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { millNodes } from './mill-service.ts';
import { openMillYard, sendForm, type MillYard } from './mill-yard.ts';
import { asQgisWrites, inWebMercator, partsOf, randomGeometry } from './random-geometries.ts';
import { storedPlace } from './stored-place.ts';

let yard: MillYard;

beforeAll(async () => {
  yard = await openMillYard();
});

afterAll(async () => yard?.service.close());

const send = (data: string): Promise<Response> =>
  sendForm(yard.writers.reviewer, '/api/node_value/', { nodeid: millNodes.geometry, data });

/** The most by which two geometries of the same kind differ in any number. */
function distance(one: unknown, other: unknown): number {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return Math.max(0, ...one.map((item, index) => distance(item, other[index])));
  }
  return typeof one === 'number' && typeof other === 'number' ? Math.abs(one - other) : Infinity;
}

/** The ways to write several geometries, and how far what is stored may be from them, in degrees. */
const ways: Readonly<
  Record<string, { readonly write: (all: readonly Geometry[]) => string; readonly within: number }>
> = {
  WKT: { write: (geometries) => asQgisWrites(collected(geometries)), within: 0 },
  EWKT: { write: (geometries) => `SRID=4326;${asQgisWrites(collected(geometries))}`, within: 0 },
  'EWKT in Web Mercator': {
    write: (geometries) => `SRID=3857;${asQgisWrites(collected(geometries.map(inWebMercator)))}`,
    within: 1e-8,
  },
  'JSON of ArcGIS': {
    write: (geometries) => geometries.map((one) => JSON.stringify(geojsonToArcGIS(one))).join(),
    within: 0,
  },
};

const collected = (geometries: readonly Geometry[]): Geometry => ({
  type: 'GeometryCollection',
  geometries: [...geometries],
});

describe.each(Object.entries(ways))('random geometries in %s', (_way, { write, within }) => {
  it('are stored as they were drawn, part by part', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomGeometry, { minLength: 1, maxLength: 8 }),
        async (geometries) => {
          const { features } = await storedPlace(await send(write(geometries)));
          const found = features.map(({ geometry }) => geometry);
          const parts = geometries.flatMap(partsOf);
          expect(found.map(({ type }) => type)).toEqual(parts.map(({ type }) => type));
          const distances = parts.map(({ coordinates }, index) =>
            distance(coordinates, found[index]?.coordinates),
          );
          expect(Math.max(...distances)).toBeLessThanOrEqual(within);
        },
      ),
      { numRuns: 25 },
    );
  });
});
