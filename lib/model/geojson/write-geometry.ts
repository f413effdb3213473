import { transformCoordinates, type CoordinateSystem } from './coordinate-systems.ts';
import { mapCoordinates } from './map-coordinates.ts';
import { roundCoordinates } from './round-coordinates.ts';
import { windRings } from './wind-rings.ts';

export type GeometryFormat = {
  /** Decimal places of coordinates; undefined keeps all digits. */
  readonly precision: number | undefined;
  /** Whether rings are closed and wound as RFC 7946 requires. */
  readonly followsRfc7946: boolean;
  readonly crs: CoordinateSystem;
};

/**
 * Writes a geometry in the requested form.
 * @param geometry JSON string of a geometry, or `null`
 * @returns `null` if it cannot be written in the coordinate system
 */
export function writeGeometry(
  geometry: string,
  { precision, followsRfc7946, crs }: GeometryFormat,
): string {
  if (precision === undefined && !followsRfc7946 && crs === 'CRS84') return geometry;
  let isExpressible = true;
  const transformedGeometry = mapCoordinates(geometry, (coordinates, type) => {
    const roundedCoordinates =
      precision === undefined ? coordinates : roundCoordinates(coordinates, precision);
    // Rings are wound after rounding, because rounding can reverse a ring or remove its area.
    const woundCoordinates = followsRfc7946
      ? windRings(roundedCoordinates, type)
      : roundedCoordinates;
    const transformedCoordinates = transformCoordinates(woundCoordinates, crs);
    isExpressible &&= transformedCoordinates !== null;
    return transformedCoordinates ?? woundCoordinates;
  });
  return isExpressible ? transformedGeometry : 'null';
}
