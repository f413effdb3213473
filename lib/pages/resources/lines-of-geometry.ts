import { isLosslessNumber } from '../../json/lossless-json.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';

/** Longitude and latitude in degrees. */
export type Point = readonly [number, number];

/** A line of points. A single point is a line of one point. */
export type Line = readonly Point[];

/** Returns the lines, rings and points of a GeoJSON geometry. Invalid parts are left out. */
export function linesOfGeometry(geometry: unknown): readonly Line[] {
  if (!isObject(geometry)) return [];
  const { type, coordinates, geometries } = geometry;
  if (Array.isArray(geometries)) return geometries.flatMap(linesOfGeometry);
  return linesOfCoordinates(coordinates, type === 'MultiPoint');
}

/** Converts coordinates, in which positions are nested to any depth. A list of positions is a line, except in a MultiPoint. */
function linesOfCoordinates(coordinates: unknown, isMultiPoint: boolean): readonly Line[] {
  if (!Array.isArray(coordinates)) return [];
  const singlePoint = toPoint(coordinates);
  if (singlePoint !== undefined) return [[singlePoint]];
  const points = coordinates.flatMap((item) => {
    const point = Array.isArray(item) ? toPoint(item) : undefined;
    return point === undefined ? [] : [point];
  });
  if (points.length === 0) return coordinates.flatMap((part) => linesOfCoordinates(part, false));
  return isMultiPoint ? points.map((point) => [point]) : [points];
}

function toPoint([x, y]: readonly unknown[]): Point | undefined {
  const [longitude, latitude] = [toNumber(x), toNumber(y)];
  return Number.isFinite(longitude) && Number.isFinite(latitude)
    ? [longitude, latitude]
    : undefined;
}

function toNumber(value: unknown): number {
  if (isLosslessNumber(value)) return Number(value.rawJSON);
  return typeof value === 'number' ? value : Number.NaN;
}

/** Whether a line ends where it begins: a ring. */
export function isRing(line: Line): boolean {
  return line.length > 3 && String(line[0]) === String(line.at(-1));
}

/** Removes points if the lines have too many, but never the ends of lines. @param maxPoints roughly how many points remain */
export function thinOutLines(lines: readonly Line[], maxPoints: number): readonly Line[] {
  const pointCount = lines.reduce((sum, line) => sum + line.length, 0);
  const step = Math.ceil(pointCount / maxPoints);
  if (step <= 1) return lines;
  return lines
    .filter((line, index) => line.length > 1 || index % step === 0)
    .map((line) => line.filter((_, index) => index % step === 0 || index === line.length - 1));
}
