import { toNumber } from '../datatypes/values/decimal.ts';
import { asList, isObject, type JsonObject } from '../datatypes/values/json-values.ts';

/** The kinds of geometries with their numbers in well-known binary (OGC 06-103r4, table 7) and in FlatGeobuf. */
export const geometryTypes = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
} as const;

export type GeometryType = keyof typeof geometryTypes;

const typeNames: readonly GeometryType[] = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

/** Returns the kind of geometry with a number in `geometryTypes`; undefined for other kinds, such as curves. */
export const geometryTypeOf = (number: number): GeometryType | undefined =>
  typeNames.find((type) => geometryTypes[type] === number);

/** A geometry as lists of numbers, from which binary formats are written. */
export type FlatGeometry = {
  readonly type: GeometryType;
  /** Longitude and latitude of each position, one after the other. Empty if the geometry has parts. */
  readonly xy: readonly number[];
  /** The height of each position; undefined unless every one has one. */
  readonly z: readonly number[] | undefined;
  /** Of a polygon and of several lines: the number of positions up to the end of each ring or line. */
  readonly ends: readonly number[];
  /** Of several polygons and of a collection. */
  readonly parts: readonly FlatGeometry[];
};

/** West, south, east, north. */
export type Bounds = readonly [number, number, number, number];

/**
 * Flattens a GeoJSON geometry (RFC 7946, section 3.1).
 * @returns undefined if it is no valid geometry, or has no position
 */
export function flattenGeometry(geometry: JsonObject): FlatGeometry | undefined {
  const { type, coordinates } = geometry;
  switch (type) {
    case 'Point':
      return flattenPositions(type, [[coordinates]]);
    case 'LineString':
    case 'MultiPoint':
      return flattenPositions(type, [coordinates]);
    case 'Polygon':
    case 'MultiLineString':
      return flattenPositions(type, asList(coordinates));
    case 'MultiPolygon':
      return flattenParts(
        type,
        asList(coordinates).map((polygon) => ({ type: 'Polygon', coordinates: polygon })),
      );
    case 'GeometryCollection':
      return flattenParts(type, asList(geometry['geometries']));
    default:
      return undefined;
  }
}

/** @param lines lists of positions */
function flattenPositions(type: GeometryType, lines: readonly unknown[]): FlatGeometry | undefined {
  const xy: number[] = [];
  const z: number[] = [];
  const ends: number[] = [];
  for (const line of lines) {
    for (const position of asList(line)) {
      const [x, y, height] = asList(position).map(toNumber);
      if (x === undefined || y === undefined) return undefined;
      xy.push(x, y);
      if (height !== undefined) z.push(height);
    }
    ends.push(xy.length / 2);
  }
  if (xy.length === 0 || !xy.every(Number.isFinite)) return undefined;
  const hasEnds = type === 'Polygon' || type === 'MultiLineString';
  return {
    type,
    xy,
    z: z.length * 2 === xy.length ? z : undefined,
    ends: hasEnds ? ends : [],
    parts: [],
  };
}

function flattenParts(
  type: GeometryType,
  geometries: readonly unknown[],
): FlatGeometry | undefined {
  const parts = geometries.flatMap((part) => (isObject(part) ? (flattenGeometry(part) ?? []) : []));
  return parts.length === 0 ? undefined : { type, xy: [], z: undefined, ends: [], parts };
}

/** Whether every position has a height. */
export function hasHeights({ z, parts }: FlatGeometry): boolean {
  return parts.length === 0 ? z !== undefined : parts.every(hasHeights);
}

/** The box around a geometry. */
export function boundsOf({ xy, parts }: FlatGeometry): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < xy.length; index += 2) {
    const [x = 0, y = 0] = [xy[index], xy[index + 1]];
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  }
  return parts.map(boundsOf).reduce(unite, [west, south, east, north]);
}

/** The box around two boxes. */
export const unite = (left: Bounds, right: Bounds): Bounds => [
  Math.min(left[0], right[0]),
  Math.min(left[1], right[1]),
  Math.max(left[2], right[2]),
  Math.max(left[3], right[3]),
];

/** The box around nothing. */
export const emptyBounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
