import { arcgisToGeoJSON } from '@terraformer/arcgis';
import * as z from 'zod';

import { readJson } from '../../json/read-json.ts';
import { RepeatedMembersError } from '../../json/repeated-members.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import { findGeometryProblems } from '../../model/datatypes/values/geometry-problems.ts';
import { splitGeometry, type SingleGeometry } from '../../model/geojson/split-geometry.ts';
import type { ParsedGeometry } from '../../rdf/parse-well-known-text.ts';
import {
  createDegreeConverter,
  unsupportedSystemMessage,
  type Position,
  type GeometriesResult,
} from './well-known-geometries.ts';

/** Unknown numbers are null or NaN (ArcGIS REST API, geometry objects). */
const ordinateSchema = z.union([z.number(), z.null(), z.literal('NaN')]);
const positionSchema = z.tuple([z.number(), z.number()]).rest(ordinateSchema);
const linesSchema = z.array(z.array(positionSchema));
const flagSchema = z.boolean().nullish();
const spatialReferenceSchema = z
  .looseObject({ wkid: z.number().nullish(), latestWkid: z.number().nullish() })
  .nullish();
const sharedMembers = {
  spatialReference: spatialReferenceSchema,
  hasM: flagSchema,
  hasZ: flagSchema,
};
const esriGeometrySchema = z.union([
  z.object({
    x: ordinateSchema,
    y: ordinateSchema,
    z: ordinateSchema.optional(),
    ...sharedMembers,
  }),
  z.object({ points: z.array(positionSchema), ...sharedMembers }),
  z.object({ paths: linesSchema, ...sharedMembers }),
  z.object({ rings: linesSchema, ...sharedMembers }),
]);

/** The result of arcgisToGeoJSON(), whose declared type does not contain coordinates. */
const conversionResultSchema = z.object({ type: z.string(), coordinates: z.array(z.unknown()) });

type EsriGeometry = z.output<typeof esriGeometrySchema>;
type EsriPosition = z.output<typeof positionSchema>;

const straightMembers: readonly string[] = ['points', 'paths', 'rings'];
const curvedMembers: readonly string[] = ['curvePaths', 'curveRings'];
const geoJsonMembers: readonly string[] = ['coordinates', 'geometries', 'geometry', 'features'];

/**
 * Parses geometries of ArcGIS clients (ArcGIS REST API, geometry objects): points, lines or rings, each alone or in
 * a feature. The text has one geometry, or several separated by commas, with or without brackets around them. The
 * coordinates are degrees of WGS 84 or Web Mercator. Heights are kept; measures and empty geometries are dropped.
 * @returns undefined if the text is in another format
 * @throws RepeatedMembersError
 */
export function parseEsriGeometries(text: string): GeometriesResult | undefined {
  const entries = parseList(text).map(unwrapFeature);
  if (!entries.some(isEsriGeometry)) return undefined;
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
    return readJson(text, 'javascript');
  } catch (error) {
    if (error instanceof RepeatedMembersError) throw error;
    return undefined;
  }
}

function unwrapFeature(value: unknown): unknown {
  return isObject(value) && isEsriGeometry(value['geometry']) ? value['geometry'] : value;
}

/**
 * Whether a value is an ArcGIS geometry, valid or not. A GeoJSON object is not one, even if it has members with the
 * names of ArcGIS in addition to its own.
 */
function isEsriGeometry(value: unknown): boolean {
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
  const { data: geometry } = esriGeometrySchema.safeParse(value);
  if (geometry === undefined) {
    return `${label} cannot be read: give {"x", "y"}, {"points"}, {"paths"} or {"rings"} with numbers, as ArcGIS writes them.`;
  }
  const system = findSystemNumber(geometry.spatialReference);
  const toDegrees = createDegreeConverter(system);
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
function findSystemNumber(system: z.output<typeof spatialReferenceSchema>): number | undefined {
  if (system === null || system === undefined || Object.keys(system).length === 0) return undefined;
  return system.wkid ?? system.latestWkid ?? 0;
}

function toGeoJson(
  geometry: EsriGeometry,
  convertPosition: (position: EsriPosition) => Position,
): ParsedGeometry {
  if ('x' in geometry) {
    const { x, y, z: height = null } = geometry;
    const isEmpty = typeof x !== 'number' || typeof y !== 'number';
    return { type: 'Point', coordinates: isEmpty ? [] : convertPosition([x, y, height]) };
  }
  if ('points' in geometry)
    return { type: 'MultiPoint', coordinates: geometry.points.map(convertPosition) };
  if ('paths' in geometry) {
    const coordinates = geometry.paths.map((path) => path.map(convertPosition));
    return { type: 'MultiLineString', coordinates };
  }
  return toPolygons(geometry.rings.map((ring) => ring.map(convertPosition)));
}

/**
 * Converts rings into polygons: outer rings are clockwise, holes counter-clockwise. Invalid rings stay unchanged
 * and are rejected later.
 */
function toPolygons(rings: readonly (readonly Position[])[]): ParsedGeometry {
  const geoJson = { type: 'Polygon', coordinates: rings };
  if (findGeometryProblems(geoJson, '').length > 0) return geoJson;
  const esriPolygon = {
    rings: rings.map((ring) => ring.map((position) => [...position])),
    spatialReference: { wkid: 4326 },
  };
  return conversionResultSchema.parse(arcgisToGeoJSON(esriPolygon));
}
