import { isLosslessNumber } from '../../json/lossless-json.ts';
import { latitudeOf, longitudeOf } from '../../model/geojson/coordinate-systems.ts';
import { splitGeometry, type SingleGeometry } from '../../model/geojson/split-geometry.ts';
import { parseExtendedWellKnownText } from '../../rdf/parse-well-known-text.ts';
import { InvalidWellKnownTextError } from '../../rdf/well-known-text-tokens.ts';

/** Geometries of one part of a client, or all that is wrong with them. */
export type GeometriesResult =
  | { readonly kind: 'geometries'; readonly geometries: readonly SingleGeometry[] }
  | { readonly kind: 'problems'; readonly messages: readonly string[] };

/**
 * Places on the map as QGIS and PostGIS write them: well-known text, with the number of its reference system before it or without.
 * In degrees of WGS 84, every digit of which is kept, or in Web Mercator. What is empty is no geometry.
 */
export function parseWellKnownGeometries(text: string): GeometriesResult {
  try {
    const { srid, geometry } = parseExtendedWellKnownText(text);
    const toDegrees = degreeConverter(srid);
    if (toDegrees === undefined) {
      return {
        kind: 'problems',
        messages: [unsupportedSystemMessage('The geometry', `SRID ${srid}`)],
      };
    }
    const geometries = splitGeometry(geometry);
    if (isInDegrees(srid)) return { kind: 'geometries', geometries };
    return {
      kind: 'geometries',
      geometries: geometries.map(({ type, coordinates }) => ({
        type,
        coordinates: eachPosition(coordinates, toDegrees),
      })),
    };
  } catch (error) {
    if (!(error instanceof InvalidWellKnownTextError)) throw error;
    return { kind: 'problems', messages: [error.message] };
  }
}

/** Coordinates of a geometry, lists of positions at any depth, with each position changed. */
function eachPosition(
  coordinates: readonly unknown[],
  change: (position: Position) => Position,
): readonly unknown[] {
  return Array.isArray(coordinates[0])
    ? coordinates.map((one) => (Array.isArray(one) ? eachPosition(one, change) : one))
    : change(coordinates.map((one) => Number(isLosslessNumber(one) ? one.rawJSON : one)));
}

/** A position (RFC 7946, section 3.1.1): two numbers, and the height if there is one. */
export type Position = readonly number[];

const wgs84 = 4326;
/** EPSG:3857, and the numbers under which it was known before. */
const webMercator: ReadonlySet<number> = new Set([3857, 102_100, 102_113, 900_913]);

/** Decimals of degrees, a tenth of a millimetre: the edge of the map, which clients round, stays at 180 degrees. */
const decimals = 9;

/** Whether a reference system is that of GeoJSON: degrees of WGS 84, longitude first. So is one that is not named. */
export function isInDegrees(system: number | undefined): boolean {
  return system === undefined || system === wgs84;
}

/**
 * How positions of a reference system become degrees of WGS 84, longitude first. Heights stay as they are.
 * @param system the number of EPSG or Esri; undefined where none is named
 * @returns undefined for a system other than WGS 84 and Web Mercator
 */
export function degreeConverter(
  system: number | undefined,
): ((position: Position) => Position) | undefined {
  if (isInDegrees(system)) return (position) => position;
  return system !== undefined && webMercator.has(system) ? fromWebMercator : undefined;
}

/**
 * What is said of a reference system that is not read.
 * @param which what the geometry is called in the sentence
 */
export function unsupportedSystemMessage(which: string, system: string): string {
  return `${which} is in the coordinates of ${system}: send it in degrees of WGS 84 (4326), longitude first, or in Web Mercator (3857).`;
}

function fromWebMercator([east = 0, north = 0, ...height]: Position): Position {
  // Every number leads to a latitude on earth, also one without end.
  const latitude = Number.isFinite(north) ? rounded(latitudeOf(north)) : north;
  return [rounded(longitudeOf(east)), latitude, ...height];
}

const rounded = (degrees: number): number => Number(degrees.toFixed(decimals));
