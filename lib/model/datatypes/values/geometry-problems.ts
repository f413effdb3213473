import type { ValueProblem } from '../datatype.ts';
import { toNumber } from './decimal.ts';
import { isObject } from './json-values.ts';

/**
 * Returns the first problem of the coordinates.
 * @param pointer JSON Pointer to the coordinates
 */
type CoordinatesCheck = (coordinates: unknown, pointer: string) => ValueProblem | undefined;

const numberOrNaN = (value: unknown): number => toNumber(value) ?? Number.NaN;

/** Checks longitude, latitude and an optional height in WGS 84 (RFC 7946, sections 3.1.1 and 4). */
const checkPosition: CoordinatesCheck = (coordinates, pointer) => {
  const numbers = Array.isArray(coordinates) ? coordinates.map(numberOrNaN) : [];
  const [longitude = 0, latitude = 0] = numbers;
  if (numbers.length < 2 || numbers.length > 3 || numbers.some(Number.isNaN)) {
    const message =
      'A position has two or three numbers: longitude, latitude, and optionally a height.';
    return { code: 'invalid_position', pointer, message };
  }
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return undefined;
  const message =
    'The position is out of range: give degrees of WGS 84, the longitude from -180 to 180 first, then the latitude from -90 to 90.';
  return { code: 'position_out_of_range', pointer, message };
};

function checkEach(check: CoordinatesCheck): CoordinatesCheck {
  return (coordinates, pointer) => {
    if (!Array.isArray(coordinates)) {
      const message = 'The coordinates must be a list, as the geometry type requires.';
      return { code: 'invalid_coordinates', pointer, message };
    }
    for (const [index, member] of coordinates.entries()) {
      const problem = check(member, `${pointer}/${index}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

const checkPositions = checkEach(checkPosition);

/** Requires at least two positions (RFC 7946, section 3.1.4). */
const checkLine: CoordinatesCheck = (coordinates, pointer) => {
  const problem = checkPositions(coordinates, pointer);
  if (problem !== undefined || lengthOf(coordinates) >= 2) return problem;
  const message = 'A line has at least two positions: add another.';
  return { code: 'line_too_short', pointer, message };
};

/** Requires at least four positions, of which the last equals the first (RFC 7946, section 3.1.6). */
const checkRing: CoordinatesCheck = (coordinates, pointer) => {
  const problem = checkPositions(coordinates, pointer);
  if (problem !== undefined) return problem;
  if (lengthOf(coordinates) < 4) {
    const message = 'A ring has at least four positions, the last the same as the first.';
    return { code: 'ring_too_short', pointer, message };
  }
  if (isClosed(coordinates)) return undefined;
  const message = 'The ring is open: repeat its first position at its end.';
  return { code: 'open_ring', pointer, message };
};

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

function isClosed(ring: unknown): boolean {
  if (!Array.isArray(ring)) return false;
  const [first, last] = [ring.at(0), ring.at(-1)].map((end) =>
    Array.isArray(end) ? end.map(numberOrNaN).join(' ') : '',
  );
  return first === last;
}

const checkPolygon = checkEach(checkRing);

const checksByType: ReadonlyMap<unknown, CoordinatesCheck> = new Map([
  ['Point', checkPosition],
  ['MultiPoint', checkPositions],
  ['LineString', checkLine],
  ['MultiLineString', checkEach(checkLine)],
  ['Polygon', checkPolygon],
  ['MultiPolygon', checkEach(checkPolygon)],
]);

/**
 * Validates a geometry by RFC 7946, section 3.1, and returns the first problem of each geometry. Null and empty
 * coordinates are valid.
 * @rule Writing: Who refuses an open ring or an impossible position?
 * @param pointer JSON Pointer to the geometry
 */
export function findGeometryProblems(geometry: unknown, pointer: string): readonly ValueProblem[] {
  if (geometry === null) return [];
  const { type, coordinates, geometries } = isObject(geometry) ? geometry : {};
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    return geometries.flatMap((member, index) =>
      findGeometryProblems(member, `${pointer}/geometries/${index}`),
    );
  }
  const check = checksByType.get(type);
  if (check === undefined) {
    const message = `This is not a geometry: give an object with "coordinates" and a "type", one of ${Array.from(checksByType.keys()).join(', ')}, or a GeometryCollection with "geometries".`;
    return [{ code: 'not_a_geometry', pointer, message }];
  }
  if (Array.isArray(coordinates) && coordinates.length === 0) return [];
  const problem = check(coordinates, `${pointer}/coordinates`);
  return problem === undefined ? [] : [problem];
}
