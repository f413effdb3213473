import type { BoundingBox } from '../../model/geojson/feature-query.ts';
import {
  latitudeOf,
  longitudeOf,
  type CoordinateSystem,
} from '../../model/geojson/coordinate-systems.ts';
import type { BoxCoordinates } from '../geojson/bounding-box.ts';

/** About a thousandth of a millimetre in degrees: the rounding error of coordinates in metres. */
const tolerance = 1e-11;

/** Converts a box to degrees. The result may exceed the range of longitudes and latitudes. */
export function boxInDegrees([a, b, c, d]: BoxCoordinates, crs: CoordinateSystem): BoundingBox {
  if (crs === 'CRS84') return { west: a, south: b, east: c, north: d };
  if (crs === 'EPSG:4326') return { west: b, south: a, east: d, north: c };
  return {
    west: longitudeOf(a) - tolerance,
    south: latitudeOf(b) - tolerance,
    east: longitudeOf(c) + tolerance,
    north: latitudeOf(d) + tolerance,
  };
}
