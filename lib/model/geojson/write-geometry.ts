import { transformCoordinates, type CoordinateSystem } from './coordinate-systems.ts';
import { mapCoordinates } from './map-coordinates.ts';
import { roundCoordinates } from './round-coordinates.ts';
import { windRings } from './wind-rings.ts';

/** How geometries are written. */
export type GeometryForm = {
  /** Decimal places of coordinates; undefined leaves them as they are stored. */
  readonly precision: number | undefined;
  /** Whether rings are closed and wound as RFC 7946 says. */
  readonly followsRfc7946: boolean;
  readonly crs: CoordinateSystem;
};

/**
 * The JSON text of a geometry as it is asked for. Where nothing is, it is the same text.
 * @param geometry JSON text of a geometry, or `null`
 * @returns `null` where it cannot be written in the coordinate system
 */
export function writeGeometry(
  geometry: string,
  { precision, followsRfc7946, crs }: GeometryForm,
): string {
  if (precision === undefined && !followsRfc7946 && crs === 'CRS84') return geometry;
  let isWritten = true;
  const written = mapCoordinates(geometry, (coordinates, type) => {
    const rounded =
      precision === undefined ? coordinates : roundCoordinates(coordinates, precision);
    // What is written is to be right: rounding may make a ring go the other way, or take its area.
    const wound = followsRfc7946 ? windRings(rounded, type) : rounded;
    const inSystem = transformCoordinates(wound, crs);
    isWritten &&= inSystem !== null;
    return inSystem ?? wound;
  });
  return isWritten ? written : 'null';
}
