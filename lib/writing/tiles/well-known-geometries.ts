import { isLosslessNumber } from '../../json/lossless-json.ts';
import { latitudeOf, longitudeOf } from '../../model/geojson/coordinate-systems.ts';
import { splitGeometry, type SingleGeometry } from '../../model/geojson/split-geometry.ts';
import {
  parseExtendedWellKnownText,
  type ParsedGeometry,
} from '../../rdf/parse-well-known-text.ts';
import { InvalidWellKnownTextError } from '../../rdf/well-known-text-tokens.ts';

/** Single-part geometries in degrees of WGS 84, or all problems. */
export type GeometriesResult =
  | { readonly kind: 'geometries'; readonly geometries: readonly SingleGeometry[] }
  | { readonly kind: 'problems'; readonly messages: readonly string[] };

/**
 * Parses well-known text as QGIS and PostGIS write it, with or without the number of its reference system
 * (`SRID=3857;`). Degrees of WGS 84 keep all their digits; Web Mercator is converted to degrees. Empty geometries are
 * dropped.
 * @rule Writing: Which geometries and reference systems may be sent?
 */
export function parseWellKnownGeometries(text: string): GeometriesResult {
  const result = parseGeometryInDegrees(text);
  return result.kind === 'geometry'
    ? { kind: 'geometries', geometries: splitGeometry(result.geometry) }
    : result;
}

/** A geometry in degrees of WGS 84, or all problems. */
type GeometryResult =
  | { readonly kind: 'geometry'; readonly geometry: ParsedGeometry }
  | Extract<GeometriesResult, { kind: 'problems' }>;

/** Parses well-known text like `parseWellKnownGeometries`, as one geometry, which may have parts. */
export function parseGeometryInDegrees(text: string): GeometryResult {
  try {
    const { srid, geometry } = parseExtendedWellKnownText(text);
    const toDegrees = createDegreeConverter(srid);
    if (toDegrees === undefined) {
      return {
        kind: 'problems',
        messages: [unsupportedSystemMessage('The geometry', `SRID ${srid}`)],
      };
    }
    const isConverted = !isInDegrees(srid);
    return { kind: 'geometry', geometry: isConverted ? convert(geometry, toDegrees) : geometry };
  } catch (error) {
    if (!(error instanceof InvalidWellKnownTextError)) throw error;
    return { kind: 'problems', messages: [error.message] };
  }
}

function convert(
  geometry: ParsedGeometry,
  toDegrees: (position: Position) => Position,
): ParsedGeometry {
  if ('geometries' in geometry) {
    const geometries = geometry.geometries.map((part) => convert(part, toDegrees));
    return { ...geometry, geometries };
  }
  const { coordinates } = geometry;
  return coordinates.length === 0
    ? geometry
    : { ...geometry, coordinates: mapPositions(coordinates, toDegrees) };
}

/** Maps every position in nested coordinates. */
function mapPositions(
  coordinates: readonly unknown[],
  convert: (position: Position) => Position,
): readonly unknown[] {
  return Array.isArray(coordinates[0])
    ? coordinates.map((coordinate) =>
        Array.isArray(coordinate) ? mapPositions(coordinate, convert) : coordinate,
      )
    : convert(
        coordinates.map((coordinate) =>
          Number(isLosslessNumber(coordinate) ? coordinate.rawJSON : coordinate),
        ),
      );
}

/** A position (RFC 7946, section 3.1.1): two numbers, and optionally a height. */
export type Position = readonly number[];

const wgs84 = 4326;
/** EPSG:3857, and the numbers that Esri and others used before. */
const webMercatorNumbers: ReadonlySet<number> = new Set([3857, 102_100, 102_113, 900_913]);

/** Precise to a tenth of a millimetre. Rounding puts the edge of the map at 180 degrees even if a client has rounded its metres. */
const degreeDecimals = 9;

/** Whether a reference system is WGS 84 in degrees, longitude first, as in GeoJSON. It is the default. */
export function isInDegrees(system: number | undefined): boolean {
  return system === undefined || system === wgs84;
}

/**
 * Returns the conversion of positions into degrees of WGS 84, longitude first. Heights stay unchanged.
 * @param system the EPSG or Esri number of the reference system; undefined if the client named none
 * @returns undefined for a system other than WGS 84 and Web Mercator
 */
export function createDegreeConverter(
  system: number | undefined,
): ((position: Position) => Position) | undefined {
  if (isInDegrees(system)) return (position) => position;
  return system !== undefined && webMercatorNumbers.has(system) ? fromWebMercator : undefined;
}

/**
 * Formats the message for an unsupported reference system.
 * @param subject the subject of the sentence, such as `The geometry`
 */
export function unsupportedSystemMessage(subject: string, system: string): string {
  return `${subject} is in the coordinates of ${system}: send it in degrees of WGS 84 (4326), longitude first, or in Web Mercator (3857).`;
}

function fromWebMercator([east = 0, north = 0, ...height]: Position): Position {
  // An infinite number is not converted, because it would become a valid latitude.
  const latitude = Number.isFinite(north) ? roundDegrees(latitudeOf(north)) : north;
  return [roundDegrees(longitudeOf(east)), latitude, ...height];
}

const roundDegrees = (degrees: number): number => Number(degrees.toFixed(degreeDecimals));
