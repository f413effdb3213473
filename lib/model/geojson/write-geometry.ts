import { transformCoordinates, type CoordinateSystem } from './coordinate-systems.ts';
import { mapCoordinates } from './map-coordinates.ts';
import { roundCoordinates } from './round-coordinates.ts';
import { windRings } from './wind-rings.ts';

export type GeometryForm = {
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
  { precision, followsRfc7946, crs }: GeometryForm,
): string {
  if (precision === undefined && !followsRfc7946 && crs === 'CRS84') return geometry;
  let isExpressible = true;
  const transformedGeometry = mapCoordinates(geometry, (coordinates, type) => {
    const rounded =
      precision === undefined ? coordinates : roundCoordinates(coordinates, precision);
    // Rings are wound after rounding, because rounding can reverse a ring or remove its area.
    const wound = followsRfc7946 ? windRings(rounded, type) : rounded;
    const transformed = transformCoordinates(wound, crs);
    isExpressible &&= transformed !== null;
    return transformed ?? wound;
  });
  return isExpressible ? transformedGeometry : 'null';
}
