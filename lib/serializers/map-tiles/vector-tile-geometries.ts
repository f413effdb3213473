import { cellToGridPoint, type GridPoint } from '../../model/map-tiles/map-cell.ts';
import type { MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';
import type { MapTileGeometry } from '../../queries/map-tiles/map-tile.ts';

/** The types of geometries by their number in a vector tile (Mapbox Vector Tile Specification 2.1, section 4.3.4). */
export const geometryTypes = { point: 1, line: 2, polygon: 3 } as const;

/** A geometry of one type as a vector tile encodes it. All points are one part; each line or ring is a part of its own. */
export type VectorTileGeometry = {
  readonly type: (typeof geometryTypes)[keyof typeof geometryTypes];
  readonly parts: readonly (readonly GridPoint[])[];
};

/** Splits the geometry of a feature by type. A type without parts is left out. */
export function toVectorTileGeometries(
  geometry: MapTileGeometry,
  position: MapTilePosition,
): readonly VectorTileGeometry[] {
  if (geometry === null) return [];
  if (typeof geometry === 'string')
    return [{ type: geometryTypes.point, parts: [[cellToGridPoint(geometry, position)]] }];
  const [points, lines, polygons] = geometry;
  return [
    { type: geometryTypes.point, parts: points.length === 0 ? [] : [points] },
    { type: geometryTypes.line, parts: lines.filter(({ length }) => length > 1) },
    { type: geometryTypes.polygon, parts: polygons.flatMap(toRings) },
  ].filter(({ parts }) => parts.length > 0);
}

/** Returns the rings of a polygon: the outer one clockwise, the others counterclockwise, as seen on the screen (section 4.3.4.4). */
function toRings([
  outer = [],
  ...inner
]: readonly (readonly GridPoint[])[]): VectorTileGeometry['parts'] {
  if (twiceSignedArea(outer) === 0) return [];
  return [
    orientRing(outer, true),
    ...inner.filter((ring) => twiceSignedArea(ring) !== 0).map((ring) => orientRing(ring, false)),
  ];
}

function orientRing(ring: readonly GridPoint[], isClockwise: boolean): readonly GridPoint[] {
  return twiceSignedArea(ring) > 0 === isClockwise ? ring : ring.toReversed();
}

/** Twice the area of a closed ring; positive if it is clockwise on the screen, where rows are counted downwards. */
function twiceSignedArea(ring: readonly GridPoint[]): number {
  return ring.reduce((sum, [column, row], index) => {
    const [nextColumn, nextRow] = ring[index + 1] ?? [column, row];
    return sum + column * nextRow - nextColumn * row;
  }, 0);
}

/** Twice the area of a geometry; 0 unless it has areas. Rings of holes are counterclockwise, so their areas are subtracted. */
export function twiceArea({ type, parts }: VectorTileGeometry): number {
  return type === geometryTypes.polygon
    ? parts.reduce((sum, ring) => sum + twiceSignedArea(ring), 0)
    : 0;
}
