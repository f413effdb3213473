import type { BoundingBox } from '../../model/geojson/feature-query.ts';
import {
  latitudeOf,
  longitudeOf,
  type CoordinateSystem,
} from '../../model/geojson/coordinate-systems.ts';
import type { BoxCoordinates } from '../geojson/bounding-box.ts';

/** About a thousandth of a millimetre in degrees: the rounding error of coordinates in metres. */
const toleranceInDegrees = 1e-11;

/**
 * Converts a box to degrees. The result may exceed the range of longitudes and latitudes.
 * @rule GeoJSON and OGC API Features: How does a box in another coordinate system become degrees?
 */
export function convertBoxToDegrees(
  [min1, min2, max1, max2]: BoxCoordinates,
  crs: CoordinateSystem,
): BoundingBox {
  if (crs === 'CRS84') return { west: min1, south: min2, east: max1, north: max2 };
  if (crs === 'EPSG:4326') return { west: min2, south: min1, east: max2, north: max1 };
  return {
    west: longitudeOf(min1) - toleranceInDegrees,
    south: latitudeOf(min2) - toleranceInDegrees,
    east: longitudeOf(max1) + toleranceInDegrees,
    north: latitudeOf(max2) + toleranceInDegrees,
  };
}
