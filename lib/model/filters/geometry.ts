import { toNumber } from '../datatypes/values/decimal.ts';
import { asList, isObject } from '../datatypes/values/json-values.ts';

export type Position =
  | readonly [x: number, y: number]
  | readonly [x: number, y: number, height: number];

type Line = readonly Position[];

type SimpleGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: Line }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly Line[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Line[])[] };

/** A geometry of GeoJSON (RFC 7946, section 3.1): not empty, rings closed, all positions with or all without a height. */
export type FilterGeometry =
  | SimpleGeometry
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly SimpleGeometry[] };

/** Refuses a part of a geometry or box. @param path of keys and indexes, outermost first */
type Refuse = (message: string, path: readonly PropertyKey[]) => never;

/**
 * Reads a geometry.
 * @param value an object of GeoJSON, with numbers that may be lossless
 * @param countPosition is called for each position
 */
export function readGeometry(
  value: unknown,
  refuse: Refuse,
  countPosition: () => void,
): FilterGeometry {
  const reader = new GeometryReader(refuse, countPosition);
  if (!isObject(value) || value['type'] !== 'GeometryCollection') {
    return reader.readSimpleGeometry(value, []);
  }
  const geometries = asList(value['geometries']);
  if (geometries.length === 0) refuse('A collection needs at least one geometry.', ['geometries']);
  return {
    type: 'GeometryCollection',
    geometries: geometries.map((geometry, index) =>
      reader.readSimpleGeometry(geometry, ['geometries', index]),
    ),
  };
}

type Read<Value> = (value: unknown, path: readonly PropertyKey[]) => Value;

class GeometryReader {
  readonly #refuse: Refuse;
  readonly #countPosition: () => void;
  /** How many numbers each position has. */
  #dimensions: number | undefined;

  constructor(refuse: Refuse, countPosition: () => void) {
    this.#refuse = refuse;
    this.#countPosition = countPosition;
  }

  readSimpleGeometry(value: unknown, path: readonly PropertyKey[]): SimpleGeometry {
    const { type, coordinates } = isObject(value) ? value : {};
    const here = [...path, 'coordinates'];
    switch (type) {
      case 'Point':
        return { type, coordinates: this.#readPosition(coordinates, here) };
      case 'MultiPoint':
        return { type, coordinates: this.#listOf(this.#readPosition, 1)(coordinates, here) };
      case 'LineString':
        return { type, coordinates: this.#readLine(coordinates, here) };
      case 'MultiLineString':
        return { type, coordinates: this.#listOf(this.#readLine, 1)(coordinates, here) };
      case 'Polygon':
        return { type, coordinates: this.#readPolygon(coordinates, here) };
      case 'MultiPolygon':
        return { type, coordinates: this.#listOf(this.#readPolygon, 1)(coordinates, here) };
      default:
        return this.#refuse(
          'A geometry has the type Point, MultiPoint, LineString, MultiLineString, Polygon or MultiPolygon, or GeometryCollection with such geometries.',
          path,
        );
    }
  }

  readonly #readPosition: Read<Position> = (value, path) => {
    this.#countPosition();
    const numbers = asList(value).map(finiteNumber);
    const [x, y, height] = numbers;
    if (x === undefined || y === undefined || numbers.length > 3 || numbers.includes(undefined)) {
      this.#refuse(
        'A position has two or three numbers: x (longitude), y (latitude), and optionally a height.',
        path,
      );
    }
    this.#dimensions ??= numbers.length;
    if (numbers.length !== this.#dimensions) {
      this.#refuse('Give all positions of a geometry a height, or none.', path);
    }
    return height === undefined ? [x, y] : [x, y, height];
  };

  #listOf<Item>(read: Read<Item>, minimum: number): Read<readonly Item[]> {
    return (value, path) => {
      const items = asList(value);
      if (items.length < minimum) {
        this.#refuse(
          minimum === 1
            ? 'A geometry must not be empty: add its coordinates.'
            : `A ${minimum === 2 ? 'line' : 'ring'} has at least ${minimum} positions.`,
          path,
        );
      }
      return items.map((item, index) => read(item, [...path, index]));
    };
  }

  readonly #readLine: Read<Line> = (value, path) =>
    this.#listOf(this.#readPosition, 2)(value, path);

  readonly #readRing: Read<Line> = (value, path) => {
    const ring = this.#listOf(this.#readPosition, 4)(value, path);
    if (ring.at(0)?.join(' ') !== ring.at(-1)?.join(' ')) {
      this.#refuse('The ring is open: repeat its first position at its end.', path);
    }
    return ring;
  };

  readonly #readPolygon: Read<readonly Line[]> = (value, path) =>
    this.#listOf(this.#readRing, 1)(value, path);
}

/** A number; -0 is 0. */
export function finiteNumber(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && Number.isFinite(number) ? number + 0 : undefined;
}
