import type { BoundingBox } from '../../geojson/feature-query.ts';
import {
  latitudeOf,
  longitudeOf,
  type CoordinateSystem,
} from '../../model/geojson/coordinate-systems.ts';
import type { BoxNumbers } from '../geojson/bounding-box.ts';

/** About a thousandth of a millimetre in degrees: what metres of 64 bits may have lost of them. */
const slack = 1e-11;

/** How far the square of Web Mercator reaches, in metres. */
const mostMetres = 20_037_508.342789244;

const between = (number: number, most: number): number => Math.min(Math.max(number, -most), most);

/** A box in degrees. @param numbers the least and the greatest coordinates, in the order of their system */
export function boxIn([a, b, c, d]: BoxNumbers, crs: CoordinateSystem): BoundingBox {
  if (crs === 'CRS84') return { west: a, south: b, east: c, north: d };
  if (crs === 'EPSG:4326') return { west: b, south: a, east: d, north: c };
  return {
    west: between(longitudeOf(between(a, mostMetres)) - slack, 180),
    south: between(latitudeOf(b) - slack, 90),
    east: between(longitudeOf(between(c, mostMetres)) + slack, 180),
    north: between(latitudeOf(d) + slack, 90),
  };
}
