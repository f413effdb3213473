import { arcgisToGeoJSON } from '@terraformer/arcgis';
import * as z from 'zod';

import { isObject } from '../../model/datatypes/values/json-values.ts';
import { geometryProblems } from '../../model/datatypes/values/geometry-problems.ts';
import { splitGeometry, type SingleGeometry } from '../../model/geojson/split-geometry.ts';
import type { ParsedGeometry } from '../../rdf/parse-well-known-text.ts';
import {
  degreeConverter,
  unsupportedSystemMessage,
  type Position,
  type GeometriesResult,
} from './well-known-geometries.ts';

/** A number that is not known is written as null or as NaN (ArcGIS REST API, geometry objects). */
const ordinate = z.union([z.number(), z.null(), z.literal('NaN')]);
const position = z.tuple([z.number(), z.number()]).rest(ordinate);
const lines = z.array(z.array(position));
const flag = z.boolean().nullish();
const spatialReference = z
  .looseObject({ wkid: z.number().nullish(), latestWkid: z.number().nullish() })
  .nullish();
const shared = { spatialReference, hasM: flag, hasZ: flag };
const esriGeometry = z.union([
  z.object({ x: ordinate, y: ordinate, z: ordinate.optional(), ...shared }),
  z.object({ points: z.array(position), ...shared }),
  z.object({ paths: lines, ...shared }),
  z.object({ rings: lines, ...shared }),
]);

/** What the library makes of rings: its types do not say that there are coordinates. */
const polygons = z.object({ type: z.string(), coordinates: z.array(z.unknown()) });

type EsriGeometry = z.output<typeof esriGeometry>;
type EsriPosition = z.output<typeof position>;

const straight: readonly string[] = ['points', 'paths', 'rings'];
const curved: readonly string[] = ['curvePaths', 'curveRings'];
const geoJson: readonly string[] = ['coordinates', 'geometries', 'geometry', 'features'];

/**
 * Places on the map as ArcGIS clients write them (ArcGIS REST API, geometry objects): a point, points, lines or rings, each alone or in
 * a feature; one, or several with commas between them, in a list or without brackets. In degrees of WGS 84, or in Web Mercator. Heights
 * are kept and measures left out; what is empty is no geometry.
 * @returns undefined where the text is nothing of the kind
 */
export function parseEsriGeometries(text: string): GeometriesResult | undefined {
  const sent = listed(text).map(geometryOf);
  if (!sent.some(isEsri)) return undefined;
  const read = sent.map((one, index) =>
    readGeometry(one, sent.length === 1 ? 'The geometry' : `Geometry ${index + 1}`),
  );
  const messages = read.filter((one) => typeof one === 'string');
  if (messages.length > 0) return { kind: 'problems', messages };
  return { kind: 'geometries', geometries: read.filter((one) => typeof one !== 'string').flat() };
}

function listed(text: string): readonly unknown[] {
  if (!/^\s*[{[]/.test(text)) return [];
  const values = parsed(text) ?? parsed(`[${text}]`);
  return Array.isArray(values) ? values : [values];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function geometryOf(value: unknown): unknown {
  return isObject(value) && isEsri(value['geometry']) ? value['geometry'] : value;
}

/** Whether a value is meant as a geometry of ArcGIS, sound or not. GeoJSON may have members of these names besides its own. */
function isEsri(value: unknown): boolean {
  if (!isObject(value) || geoJson.some((name) => name in value)) return false;
  return ('x' in value && 'y' in value) || [...straight, ...curved].some((name) => name in value);
}

/** @returns a message where it cannot be read */
function readGeometry(value: unknown, which: string): readonly SingleGeometry[] | string {
  if (isObject(value) && curved.some((name) => name in value)) {
    return `${which} has curves: send it in straight segments (Densify in ArcGIS).`;
  }
  const { data: geometry } = esriGeometry.safeParse(value);
  if (geometry === undefined) {
    return `${which} cannot be read: give {"x", "y"}, {"points"}, {"paths"} or {"rings"} with numbers, as ArcGIS writes them.`;
  }
  const system = systemOf(geometry.spatialReference);
  const toDegrees = degreeConverter(system);
  if (toDegrees === undefined) {
    return unsupportedSystemMessage(
      which,
      system === 0 ? 'a system without a number' : String(system),
    );
  }
  const { hasM, hasZ } = geometry;
  // The height of a point has a name of its own.
  const hasHeights = hasZ === true || hasM !== true || 'x' in geometry;
  return splitGeometry(
    inGeoJson(geometry, ([x, y, height]) =>
      toDegrees(hasHeights && typeof height === 'number' ? [x, y, height] : [x, y]),
    ),
  );
}

/** The number of a reference system; 0 for one that has none, and undefined where none is named. */
function systemOf(system: z.output<typeof spatialReference>): number | undefined {
  if (system === null || system === undefined || Object.keys(system).length === 0) return undefined;
  return system.wkid ?? system.latestWkid ?? 0;
}

function inGeoJson(
  geometry: EsriGeometry,
  read: (position: EsriPosition) => Position,
): ParsedGeometry {
  if ('x' in geometry) {
    const { x, y, z: height = null } = geometry;
    const isEmpty = typeof x !== 'number' || typeof y !== 'number';
    return { type: 'Point', coordinates: isEmpty ? [] : read([x, y, height]) };
  }
  if ('points' in geometry) return { type: 'MultiPoint', coordinates: geometry.points.map(read) };
  if ('paths' in geometry) {
    const coordinates = geometry.paths.map((path) => path.map(read));
    return { type: 'MultiLineString', coordinates };
  }
  return polygonsOf(geometry.rings.map((ring) => ring.map(read)));
}

/** The polygons of rings: outer ones go clockwise, holes the other way round. Rings that are none stay as they are, to be refused. */
function polygonsOf(rings: readonly (readonly Position[])[]): ParsedGeometry {
  const one = { type: 'Polygon', coordinates: rings };
  if (geometryProblems(one, '').length > 0) return one;
  const polygon = {
    rings: rings.map((ring) => ring.map((position) => [...position])),
    spatialReference: { wkid: 4326 },
  };
  return polygons.parse(arcgisToGeoJSON(polygon));
}
