import * as z from 'zod';

import type { BoundingBox } from '../../model/geojson/feature-query.ts';

const decimalPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Up to this many degrees beyond the antimeridian count as a rounding error of a projection in metres. */
const antimeridianTolerance = 1e-10;

/** Minimum and maximum coordinates in the axis order of the coordinate system, without heights. */
export type BoxCoordinates = readonly [number, number, number, number];

/** Parses a box of 4 numbers, or of 6 with heights, which are ignored (RFC 7946, section 5). An empty value counts as absent. */
export const boxCoordinatesParameter = z
  .string()
  .transform((text, context): BoxCoordinates | undefined => {
    if (text === '') return undefined;
    const items = text.split(',').map((item) => item.trim());
    const errors = boxSyntaxErrors(items);
    for (const message of errors) context.addIssue({ code: 'custom', message });
    return errors.length > 0 ? z.NEVER : withoutHeights(items.map(Number));
  })
  .meta({ type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 })
  .optional();

export const boxDescription =
  'If west is greater than east, the box crosses the antimeridian. Longitudes count modulo 360, latitudes are cut at the poles.';

/** `bbox`: west, south, east, north in degrees. */
export const boundingBoxParameter = boxCoordinatesParameter.transform(
  (numbers, context): BoundingBox | undefined => {
    if (numbers === undefined) return undefined;
    const [west, south, east, north] = numbers;
    const box = { west, south, east, north };
    const errors = boxErrors(box);
    for (const message of errors) context.addIssue({ code: 'custom', message });
    return errors.length > 0 ? z.NEVER : normaliseBox(box);
  },
);

/** Removes the heights: the third and the last of six numbers. */
function withoutHeights(numbers: readonly number[]): BoxCoordinates {
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] =
    numbers.length === 6 ? numbers.filter((_, index) => index % 3 !== 2) : numbers;
  return [minX, minY, maxX, maxY];
}

function boxSyntaxErrors(items: readonly string[]): readonly string[] {
  if (items.length !== 4 && items.length !== 6) {
    return [
      'must be 4 numbers separated by commas: west, south, east, north (or 6, with heights).',
    ];
  }
  return items.flatMap((item) => {
    if (!decimalPattern.test(item)) return [`${JSON.stringify(item)} is not a number.`];
    return Number.isFinite(Number(item)) ? [] : [`${JSON.stringify(item)} is too large a number.`];
  });
}

/** Checks a box in degrees before it is normalised. */
export function boxErrors({ south, north }: BoundingBox): readonly string[] {
  return south > north ? ['south must not be greater than north.'] : [];
}

/**
 * Brings a box into the range of longitudes and latitudes. Scrolling maps send longitudes beyond 180 degrees: these are taken modulo
 * 360, and a box of 360 degrees or more covers all longitudes. If west is greater than east, the box crosses the antimeridian. Latitudes
 * are cut at the poles. If the whole box lies beyond a pole, its south becomes greater than its north, so that it contains nothing.
 * @rule GeoJSON and OGC API Features: What does a bounding box mean beyond the edges of the world?
 */
export function normaliseBox({ west, south, east, north }: BoundingBox): BoundingBox {
  const isWorldwide = east - west >= 360;
  return {
    west: isWorldwide ? -180 : wrapLongitude(west, 180),
    south: Math.max(south, -90),
    east: isWorldwide ? 180 : wrapLongitude(east, -180),
    north: Math.min(north, 90),
  };
}

/** Takes a longitude modulo 360. @param antimeridian its value on the antimeridian: 180 for the west of a box, -180 for its east */
function wrapLongitude(longitude: number, antimeridian: 180 | -180): number {
  if (Math.abs(longitude) <= 180 + antimeridianTolerance) {
    return Math.min(Math.max(longitude, -180), 180);
  }
  const remainder = longitude % 360;
  const normalised = Math.abs(remainder) > 180 ? remainder - Math.sign(remainder) * 360 : remainder;
  // Rounded, so that 350.1 becomes exactly -9.9.
  return Math.abs(normalised) === 180 ? antimeridian : Number(normalised.toFixed(12));
}
