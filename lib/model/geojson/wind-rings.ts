import { skipWhitespace } from './map-coordinates.ts';

/** The nesting depth of rings in the coordinates. */
const ringDepths: ReadonlyMap<string, number> = new Map([
  ['Polygon', 2],
  ['MultiPolygon', 3],
]);

/**
 * Closes the rings of polygons and winds them as RFC 7946 (section 3.1.6) requires: exterior rings counter-clockwise, holes
 * clockwise. Positions keep their digits. A ring without an area or with fewer than three corners stays unchanged.
 * @rule GeoJSON and OGC API Features: Which way does a ring of a polygon go?
 * @param coordinates JSON string
 * @param type geometry type; only polygons are changed
 */
export function windRings(coordinates: string, type: string): string {
  const ringDepth = ringDepths.get(type);
  if (ringDepth === undefined) return coordinates;
  const pieces: string[] = [];
  let copiedEnd = 0;
  let depth = 0;
  let ringIndex = 0;
  let index = 0;
  while (index < coordinates.length) {
    const character = coordinates[index];
    if (character === '[' && depth === ringDepth - 1) {
      const ring = parseRing(coordinates, index);
      if (ring === undefined) return coordinates;
      pieces.push(
        coordinates.slice(copiedEnd, index),
        windRing(coordinates, ring, ringIndex === 0),
      );
      copiedEnd = index = ring.end;
      ringIndex += 1;
      continue;
    }
    if (character === '[') {
      depth += 1;
      ringIndex = 0;
    }
    if (character === ']') depth -= 1;
    index += 1;
  }
  return `${pieces.join('')}${coordinates.slice(copiedEnd)}`;
}

type Ring = {
  readonly start: number;
  readonly end: number;
  /** Start and end of each position, alternating. */
  readonly bounds: readonly number[];
  /** Twice the signed area, positive if counter-clockwise; NaN if a position is invalid. */
  readonly area: number;
};

/** Parses the ring at `start`. Returns undefined if it is not a list of lists. */
function parseRing(text: string, start: number): Ring | undefined {
  const bounds: number[] = [];
  let area = 0;
  // Coordinates are relative to the first position, so that small areas keep their sign.
  let [firstX, firstY, lastX, lastY] = [0, 0, 0, 0];
  let index = skipWhitespace(text, start + 1);
  while (text[index] === '[') {
    const end = text.indexOf(']', index);
    const comma = text.indexOf(',', index);
    const height = text.indexOf(',', comma + 1);
    const x = Number(text.slice(index + 1, comma));
    const y = Number(text.slice(comma + 1, height === -1 || height > end ? end : height));
    if (bounds.length === 0) [firstX, firstY] = [x, y];
    area += lastX * (y - firstY) - (x - firstX) * lastY;
    lastX = x - firstX;
    lastY = y - firstY;
    bounds.push(index, end + 1);
    index = skipWhitespace(text, end + 1);
    if (text[index] === ',') index = skipWhitespace(text, index + 1);
  }
  return text[index] === ']' ? { start, end: index + 1, bounds, area } : undefined;
}

/** Closes and winds a ring if it has an area. */
function windRing(text: string, { start, end, bounds, area }: Ring, isExterior: boolean): string {
  const ring = text.slice(start, end);
  const [firstStart = 0, firstEnd = 0, secondStart = 0] = bounds;
  const firstPosition = text.slice(firstStart, firstEnd);
  const isClosed = isSamePosition(firstPosition, text.slice(bounds.at(-2), bounds.at(-1)));
  const corners = bounds.length / 2 - (isClosed ? 1 : 0);
  if (corners < 3 || !(Math.abs(area) > 0)) return ring;
  const hasRequiredDirection = area > 0 === isExterior;
  if (isClosed && hasRequiredDirection) return ring;
  const positions: string[] = [];
  for (let index = 0; index < bounds.length; index += 2) {
    positions.push(text.slice(bounds[index], bounds[index + 1]));
  }
  if (!isClosed) positions.push(firstPosition);
  if (!hasRequiredDirection) positions.reverse();
  const separator = text.slice(firstEnd, secondStart);
  return `${text.slice(start, firstStart)}${positions.join(separator)}${text.slice(bounds.at(-1), end)}`;
}

/** Whether two positions are numerically equal. */
function isSamePosition(left: string, right: string): boolean {
  if (left === right) return true;
  const numbers = [left, right].map((text) => text.slice(1, -1).split(',').map(Number).join());
  return numbers[0] === numbers[1];
}
