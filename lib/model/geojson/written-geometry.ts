import { withCoordinates } from './geometry-text.ts';
import { roundedCoordinates } from './rounded-coordinates.ts';
import { woundCoordinates } from './wound-rings.ts';

/** How geometries are written. */
export type GeometryForm = {
  /** Decimal places of coordinates; undefined leaves them as they are stored. */
  readonly precision: number | undefined;
  /** Whether rings are closed and wound as RFC 7946 says. */
  readonly followsRfc7946: boolean;
};

/**
 * The JSON text of a geometry as it is asked for. Where nothing is, it is the same text.
 * @param geometry JSON text of a geometry, or `null`
 */
export function writtenGeometry(
  geometry: string,
  { precision, followsRfc7946 }: GeometryForm,
): string {
  if (precision === undefined && !followsRfc7946) return geometry;
  return withCoordinates(geometry, (coordinates, type) => {
    const rounded =
      precision === undefined ? coordinates : roundedCoordinates(coordinates, precision);
    // What is written is to be right: rounding may make a ring go the other way, or take its area.
    return followsRfc7946 ? woundCoordinates(rounded, type) : rounded;
  });
}
