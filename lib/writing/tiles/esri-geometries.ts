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

/** Unknown numbers are null or NaN (ArcGIS REST API, geometry objects). */
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

/** The result of arcgisToGeoJSON(), whose declared type does not contain coordinates. */
const polygons = z.object({ type: z.string(), coordinates: z.array(z.unknown()) });

type EsriGeometry = z.output<typeof esriGeometry>;
type EsriPosition = z.output<typeof position>;

const straightMembers: readonly string[] = ['points', 'paths', 'rings'];
const curvedMembers: readonly string[] = ['curvePaths', 'curveRings'];
const geoJsonMembers: readonly string[] = ['coordinates', 'geometries', 'geometry', 'features'];

/**
 * Parses geometries of ArcGIS clients (ArcGIS REST API, geometry objects): points, lines or rings, each alone or in
 * a feature. The text has one geometry, or several separated by commas, with or without brackets around them. The
 * coordinates are degrees of WGS 84 or Web Mercator. Heights are kept; measures and empty geometries are dropped.
 * @returns undefined if the text is in another format
 */
export function parseEsriGeometries(text: string): GeometriesResult | undefined {
  const entries = parseList(text).map(geometryOf);
  if (!entries.some(isEsri)) return undefined;
  const results = entries.map((entry, index) =>
    parseGeometry(entry, entries.length === 1 ? 'The geometry' : `Geometry ${index + 1}`),
  );
  const messages = results.filter((entry) => typeof entry === 'string');
  if (messages.length > 0) return { kind: 'problems', messages };
  return {
    kind: 'geometries',
    geometries: results.filter((entry) => typeof entry !== 'string').flat(),
  };
}

function parseList(text: string): readonly unknown[] {
  if (!/^\s*[{[]/.test(text)) return [];
  const values = parseOrUndefined(text) ?? parseOrUndefined(`[${text}]`);
  return Array.isArray(values) ? values : [values];
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function geometryOf(value: unknown): unknown {
  return isObject(value) && isEsri(value['geometry']) ? value['geometry'] : value;
}

/**
 * Whether a value is an ArcGIS geometry, valid or not. A GeoJSON object can have members with these names in
 * addition to its own, and is not one.
 */
function isEsri(value: unknown): boolean {
  if (!isObject(value) || geoJsonMembers.some((name) => name in value)) return false;
  return (
    ('x' in value && 'y' in value) ||
    [...straightMembers, ...curvedMembers].some((name) => name in value)
  );
}

/** Parses one geometry. Returns an error message if it cannot be read. */
function parseGeometry(value: unknown, label: string): readonly SingleGeometry[] | string {
  if (isObject(value) && curvedMembers.some((name) => name in value)) {
    return `${label} has curves: send it as straight segments (Densify in ArcGIS).`;
  }
  const { data: geometry } = esriGeometry.safeParse(value);
  if (geometry === undefined) {
    return `${label} cannot be read: give {"x", "y"}, {"points"}, {"paths"} or {"rings"} with numbers, as ArcGIS writes them.`;
  }
  const system = systemNumber(geometry.spatialReference);
  const toDegrees = degreeConverter(system);
  if (toDegrees === undefined) {
    return unsupportedSystemMessage(
      label,
      system === 0 ? 'a system without a number' : String(system),
    );
  }
  const { hasM, hasZ } = geometry;
  // A point has a separate member for its height.
  const hasHeights = hasZ === true || hasM !== true || 'x' in geometry;
  return splitGeometry(
    toGeoJson(geometry, ([x, y, height]) =>
      toDegrees(hasHeights && typeof height === 'number' ? [x, y, height] : [x, y]),
    ),
  );
}

/** Returns the number of a reference system: 0 if the system has no number, undefined if there is no system. */
function systemNumber(system: z.output<typeof spatialReference>): number | undefined {
  if (system === null || system === undefined || Object.keys(system).length === 0) return undefined;
  return system.wkid ?? system.latestWkid ?? 0;
}

function toGeoJson(
  geometry: EsriGeometry,
  readPosition: (position: EsriPosition) => Position,
): ParsedGeometry {
  if ('x' in geometry) {
    const { x, y, z: height = null } = geometry;
    const isEmpty = typeof x !== 'number' || typeof y !== 'number';
    return { type: 'Point', coordinates: isEmpty ? [] : readPosition([x, y, height]) };
  }
  if ('points' in geometry)
    return { type: 'MultiPoint', coordinates: geometry.points.map(readPosition) };
  if ('paths' in geometry) {
    const coordinates = geometry.paths.map((path) => path.map(readPosition));
    return { type: 'MultiLineString', coordinates };
  }
  return toPolygons(geometry.rings.map((ring) => ring.map(readPosition)));
}

/**
 * Converts rings into polygons: outer rings are clockwise, holes counter-clockwise. Invalid rings stay unchanged
 * and are rejected later.
 */
function toPolygons(rings: readonly (readonly Position[])[]): ParsedGeometry {
  const entry = { type: 'Polygon', coordinates: rings };
  if (geometryProblems(entry, '').length > 0) return entry;
  const polygon = {
    rings: rings.map((ring) => ring.map((position) => [...position])),
    spatialReference: { wkid: 4326 },
  };
  return polygons.parse(arcgisToGeoJSON(polygon));
}
