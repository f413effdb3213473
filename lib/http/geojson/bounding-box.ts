import * as z from 'zod';

import type { BoundingBox } from '../../model/geojson/feature-query.ts';

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Degrees beyond the antimeridian that are taken for none: metres of 64 bits lose as much. */
const slack = 1e-10;

/** The least and the greatest coordinates of a box, in the order of a coordinate system, without heights. */
export type BoxCoordinates = readonly [number, number, number, number];

/**
 * The numbers of a box: four, or six with the least and the greatest height behind each corner, which are not looked at (RFC 7946, section
 * 5). An empty value counts as absent.
 */
export const boxCoordinates = z
  .string()
  .transform((text, context): BoxCoordinates | undefined => {
    if (text === '') return undefined;
    const written = text.split(',').map((item) => item.trim());
    const wrong = unreadable(written);
    for (const message of wrong) context.addIssue({ code: 'custom', message });
    return wrong.length > 0 ? z.NEVER : flat(written.map(Number));
  })
  .meta({ type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 })
  .optional();

/** What is said of a box besides its order. */
export const boxDescription =
  'With west greater than east it crosses the antimeridian. Longitudes are taken modulo 360, latitudes beyond the poles are cut off.';

/** `bbox`: west, south, east, north in degrees, as `boxOnEarth` takes them. */
export const boundingBox = boxCoordinates.transform((numbers, context): BoundingBox | undefined => {
  if (numbers === undefined) return undefined;
  const [west, south, east, north] = numbers;
  const box = { west, south, east, north };
  const wrong = boxErrors(box);
  for (const message of wrong) context.addIssue({ code: 'custom', message });
  return wrong.length > 0 ? z.NEVER : normaliseBox(box);
});

/** Of six numbers the third and the last are heights. */
function flat(numbers: readonly number[]): BoxCoordinates {
  const [a = 0, b = 0, c = 0, d = 0] =
    numbers.length === 6 ? numbers.filter((_, place) => place % 3 !== 2) : numbers;
  return [a, b, c, d];
}

function unreadable(written: readonly string[]): readonly string[] {
  if (written.length !== 4 && written.length !== 6) {
    return [
      'must be 4 numbers separated by commas: west, south, east, north (or 6, with heights).',
    ];
  }
  return written.flatMap((item) => {
    if (!decimal.test(item)) return [`${JSON.stringify(item)} is not a number.`];
    return Number.isFinite(Number(item)) ? [] : [`${JSON.stringify(item)} is too large a number.`];
  });
}

/** What is wrong with a box in degrees, as it was sent. */
export function boxErrors({ south, north }: BoundingBox): readonly string[] {
  return south > north ? ['south must not be greater than north.'] : [];
}

/**
 * The part of the earth that a box in degrees of any size stands for. Maps that go around the world send longitudes beyond 180 degrees: they are taken
 * modulo 360, and a box 360 degrees wide or wider has all of them. One whose west is greater than its east crosses the antimeridian. Latitudes
 * beyond the poles are cut off: of a box that lies there wholly, south is greater than north then, and nothing is in it.
 */
export function normaliseBox({ west, south, east, north }: BoundingBox): BoundingBox {
  const isAround = east - west >= 360;
  return {
    west: isAround ? -180 : longitudeOnEarth(west, 180),
    south: Math.max(south, -90),
    east: isAround ? 180 : longitudeOnEarth(east, -180),
    north: Math.min(north, 90),
  };
}

/** @param antimeridian which of its two numbers it is given: the west of a box begins at 180, and its east ends at -180 */
function longitudeOnEarth(longitude: number, antimeridian: 180 | -180): number {
  if (Math.abs(longitude) <= 180 + slack) return Math.min(Math.max(longitude, -180), 180);
  const rest = longitude % 360;
  const turned = Math.abs(rest) > 180 ? rest - Math.sign(rest) * 360 : rest;
  // In decimals, so that 350.1 is -9.9.
  return Math.abs(turned) === 180 ? antimeridian : Number(turned.toFixed(12));
}
