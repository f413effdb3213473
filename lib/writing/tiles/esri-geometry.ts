import { arcgisToGeoJSON } from '@terraformer/arcgis';
import * as z from 'zod';

import type { Reading } from '../../model/datatypes/datatype.ts';

const position = z.array(z.number()).min(2);
const spatialReference = z
  .looseObject({ wkid: z.number().optional(), latestWkid: z.number().optional() })
  .optional();
const shape = { spatialReference, hasM: z.boolean().optional(), hasZ: z.boolean().optional() };
const esriGeometry = z.union([
  z.object({ x: z.number(), y: z.number(), z: z.number().optional(), ...shape }),
  z.object({ points: z.array(position).min(1), ...shape }),
  z.object({ paths: z.array(z.array(position)).min(1), ...shape }),
  z.object({ rings: z.array(z.array(position)).min(1), ...shape }),
]);
const esriFeature = z.object({ geometry: esriGeometry }).transform(({ geometry }) => geometry);
const esri = z.union([esriGeometry, esriFeature]);

type EsriGeometry = z.output<typeof esriGeometry>;
type Position = z.output<typeof position>;

const wgs84 = 4326;
const webMercator: ReadonlySet<number> = new Set([3857, 102_100, 102_113, 900_913]);
/** Metres: the radius of the sphere of the Web Mercator projection (EPSG:3857). */
const radius = 6_378_137;

/**
 * A place on the map as ArcGIS clients write it (ArcGIS REST API, geometry objects): a point, points, lines or rings, alone or in a
 * feature; in degrees of WGS 84, or in Web Mercator.
 * @returns a GeoJSON geometry (RFC 7946); undefined where the value is nothing of the kind
 */
export function readEsriGeometry(value: unknown): Reading | undefined {
  const { data: geometry } = esri.safeParse(value);
  if (geometry === undefined) return undefined;
  const { latestWkid, wkid = latestWkid ?? wgs84 } = geometry.spatialReference ?? {};
  if (wkid !== wgs84 && !webMercator.has(wkid)) {
    const message = `The geometry is in the coordinates of ${wkid}: send it in degrees of WGS 84 (4326) or in Web Mercator (3857).`;
    return { kind: 'problem', message };
  }
  const inDegrees = wkid === wgs84 ? geometry : unprojected(geometry);
  const inGeoJson = arcgisToGeoJSON({ ...inDegrees, spatialReference: { wkid: wgs84 } });
  return { kind: 'value', value: inGeoJson };
}

function unprojected(geometry: EsriGeometry): EsriGeometry {
  if ('x' in geometry) {
    const [x = 0, y = 0] = degrees([geometry.x, geometry.y]);
    return { ...geometry, x, y };
  }
  if ('points' in geometry) return { ...geometry, points: geometry.points.map(degrees) };
  return 'paths' in geometry
    ? { ...geometry, paths: geometry.paths.map((path) => path.map(degrees)) }
    : { ...geometry, rings: geometry.rings.map((ring) => ring.map(degrees)) };
}

function degrees([x = 0, y = 0, ...others]: Position): Position {
  const half = Math.PI / 2;
  const toDegrees = 180 / Math.PI;
  return [
    (x / radius) * toDegrees,
    (2 * Math.atan(Math.exp(y / radius)) - half) * toDegrees,
    ...others,
  ];
}
