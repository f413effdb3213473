import type { Position } from 'geojson';

/** West, south, east, north, as a request sends them. */
export type Box = readonly [west: number, south: number, east: number, north: number];

type Segment = readonly [Position, Position];

/**
 * Which features a box selects, by the rule of docs/geojson.md and independently of PostGIS: those of which a copy, moved by a multiple of 360
 * degrees, touches the box. The box of the whole world also selects what is outside of the world; any other box does not.
 */
export function isInBox(geometry: GeoJSON.Geometry, [west, south, east, north]: Box): boolean {
  if (positionsOf(geometry).length === 0) return false;
  const isFullCircle = east - west >= 360;
  if (isFullCircle && south <= -90 && north >= 90) return true;
  if (!isInWorld(geometry)) return false;
  const width = isFullCircle ? 360 : (((east - west) % 360) + 360) % 360;
  const from = isFullCircle ? -180 : west;
  return [-3, -2, -1, 0, 1, 2, 3].some((turn) => {
    const start = from + turn * 360;
    return touches(geometry, [start, south, start + width, north]);
  });
}

/** Whether all latitudes are within 90 degrees, and all longitudes within 540. An empty geometry is nowhere. */
export function isInWorld(geometry: GeoJSON.Geometry): boolean {
  const positions = positionsOf(geometry);
  return (
    positions.length > 0 &&
    positions.every(([x = 0, y = 0]) => Math.abs(x) <= 540 && Math.abs(y) <= 90)
  );
}

/** Whether a geometry shares a point with a box, without regard to the edges of the world. */
export function touches(geometry: GeoJSON.Geometry, box: Box): boolean {
  switch (geometry.type) {
    case 'Point':
      return isPositionIn(geometry.coordinates, box);
    case 'MultiPoint':
      return geometry.coordinates.some((position) => isPositionIn(position, box));
    case 'LineString':
      return isLineIn(geometry.coordinates, box);
    case 'MultiLineString':
      return geometry.coordinates.some((line) => isLineIn(line, box));
    case 'Polygon':
      return isAreaIn(geometry.coordinates, box);
    case 'MultiPolygon':
      return geometry.coordinates.some((area) => isAreaIn(area, box));
    default:
      return geometry.geometries.some((member) => touches(member, box));
  }
}

/** The positions of a geometry. */
function positionsOf(geometry: GeoJSON.Geometry): readonly Position[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(positionsOf);
  const flatten = (value: readonly unknown[]): readonly Position[] =>
    typeof value[0] === 'number'
      ? [value.map(Number)]
      : value.flatMap((member) => (Array.isArray(member) ? flatten(member) : []));
  return flatten(geometry.coordinates);
}

function isPositionIn([x = 0, y = 0]: Position, [west, south, east, north]: Box): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}

const segmentsOf = (line: readonly Position[]): readonly Segment[] =>
  line.slice(1).map((end, index) => [line[index] ?? end, end]);

const isLineIn = (line: readonly Position[], box: Box): boolean =>
  segmentsOf(line).some((segment) => crosses(segment, box));

/** A segment meets a box if their extents overlap and the corners of the box are not all on one side of the segment. */
function crosses([[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]]: Segment, box: Box): boolean {
  const [west, south, east, north] = box;
  const overlaps =
    Math.max(x1, x2) >= west &&
    Math.min(x1, x2) <= east &&
    Math.max(y1, y2) >= south &&
    Math.min(y1, y2) <= north;
  const sides = cornersOf(box).map(([x = 0, y = 0]) =>
    Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)),
  );
  return overlaps && !sides.every((side) => side > 0) && !sides.every((side) => side < 0);
}

const cornersOf = ([west, south, east, north]: Box): readonly Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

function isAreaIn(rings: readonly (readonly Position[])[], box: Box): boolean {
  return rings.some((ring) => isLineIn(ring, box)) || isInArea(cornersOf(box)[0] ?? [0, 0], rings);
}

/** Whether a position that is on no ring is inside: a ray to the east crosses an odd number of segments. */
function isInArea([x = 0, y = 0]: Position, rings: readonly (readonly Position[])[]): boolean {
  const crossed = rings
    .flatMap(segmentsOf)
    .filter(
      ([[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]]) =>
        y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1),
    );
  return crossed.length % 2 === 1;
}
