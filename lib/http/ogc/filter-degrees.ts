import {
  latitudeOf,
  longitudeOf,
  type CoordinateSystem,
} from '../../model/geojson/coordinate-systems.ts';
import type { ToDegrees } from '../../model/layer-filters/spatial-filters.ts';
import { normaliseBox } from '../geojson/bounding-box.ts';
import { convertBoxToDegrees } from './convert-box-to-degrees.ts';

/** How the coordinates of a filter in a coordinate system become degrees, longitude first. */
export function degreesOf(crs: CoordinateSystem): ToDegrees {
  return {
    position: ([x, y, ...heights]) => {
      const [longitude, latitude] =
        crs === 'CRS84' ? [x, y] : crs === 'EPSG:4326' ? [y, x] : [longitudeOf(x), latitudeOf(y)];
      const [height] = heights;
      return height === undefined ? [longitude, latitude] : [longitude, latitude, height];
    },
    box: ({ west, south, east, north }) =>
      normaliseBox(convertBoxToDegrees([west, south, east, north], crs)),
  };
}
