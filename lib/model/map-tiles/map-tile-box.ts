import type { BoundingBox } from '../geojson/feature-query.ts';
import type { MapTilePosition } from './map-tile-position.ts';

/** The box of a tile of WebMercatorQuad in degrees. The tiles at the edges reach the poles. */
export function mapTileBox({ zoom, column, row }: MapTilePosition): BoundingBox {
  const size = 2 ** zoom;
  const longitude = (edge: number): number => (edge / size) * 360 - 180;
  const latitude = (edge: number): number =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * edge) / size))) * 180) / Math.PI;
  return {
    west: longitude(column),
    south: row === size - 1 ? -90 : latitude(row + 1),
    east: longitude(column + 1),
    north: row === 0 ? 90 : latitude(row),
  };
}
