import { isLosslessNumber } from '../../json/lossless-json.ts';
import { singleGeometries } from '../../model/geojson/single-geometries.ts';
import { readExtendedWellKnownText } from '../../rdf/read-well-known-text.ts';
import { InvalidWellKnownTextError } from '../../rdf/well-known-text-tokens.ts';
import type { ReadGeometries } from './esri-geometries.ts';
import { degreesOf, isInDegrees, otherSystem, type Position } from './to-degrees.ts';

/**
 * Places on the map as QGIS and PostGIS write them: well-known text, with the number of its reference system before it or without.
 * In degrees of WGS 84, every digit of which is kept, or in Web Mercator. What is empty is no geometry.
 */
export function readWellKnownGeometries(text: string): ReadGeometries {
  try {
    const { srid, geometry } = readExtendedWellKnownText(text);
    const toDegrees = degreesOf(srid);
    if (toDegrees === undefined) {
      return { kind: 'problems', messages: [otherSystem('The geometry', `SRID ${srid}`)] };
    }
    const geometries = singleGeometries(geometry);
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
