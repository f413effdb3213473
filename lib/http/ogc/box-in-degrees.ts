import type { BoundingBox } from '../../model/geojson/feature-query.ts';
import {
  latitudeOf,
  longitudeOf,
  type CoordinateSystem,
} from '../../model/geojson/coordinate-systems.ts';
import type { BoxCoordinates } from '../geojson/bounding-box.ts';

/** About a thousandth of a millimetre in degrees: what metres of 64 bits may have lost of them. */
const slack = 1e-11;

/** A box in degrees, which may reach beyond the earth. @param numbers the least and the greatest coordinates, in the order of their system */
export function boxInDegrees([a, b, c, d]: BoxCoordinates, crs: CoordinateSystem): BoundingBox {
  if (crs === 'CRS84') return { west: a, south: b, east: c, north: d };
  if (crs === 'EPSG:4326') return { west: b, south: a, east: d, north: c };
  return {
    west: longitudeOf(a) - slack,
    south: latitudeOf(b) - slack,
    east: longitudeOf(c) + slack,
    north: latitudeOf(d) + slack,
  };
}
