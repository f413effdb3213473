import * as z from 'zod';

import type { BoundingBox } from '../../geojson/feature-query.ts';

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Finite, and between two numbers. */
const isWithin = (number: number, from: number, to: number): boolean =>
  number >= from && number <= to;

/**
 * `bbox`: west, south, east, north in degrees, or the same with the least and the greatest height behind south and north, which are
 * not looked at (RFC 7946, section 5). A box whose west is greater than its east crosses the antimeridian. An empty value counts
 * as absent.
 */
export const boundingBox = z
  .string()
  .transform((text, context): BoundingBox | undefined => {
    if (text === '') return undefined;
    const written = text.split(',').map((item) => item.trim());
    const wrong = problemsOf(written);
    for (const message of wrong) context.addIssue({ code: 'custom', message });
    return wrong.length > 0 ? z.NEVER : boxOf(written.map(Number));
  })
  .meta({ type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 })
  .optional();

/** Of six numbers the third and the last are heights. */
function boxOf(numbers: readonly number[]): BoundingBox {
  const flat = numbers.length === 6 ? numbers.filter((_, place) => place % 3 !== 2) : numbers;
  const [west = 0, south = 0, east = 0, north = 0] = flat;
  return { west, south, east, north };
}

function problemsOf(written: readonly string[]): readonly string[] {
  if (written.length !== 4 && written.length !== 6) {
    return [
      'must be 4 numbers separated by commas: west, south, east, north (or 6, with heights).',
    ];
  }
  const noNumbers = written.filter((item) => !decimal.test(item));
  if (noNumbers.length > 0) {
    return noNumbers.map((item) => `${JSON.stringify(item)} is not a number.`);
  }
  const { west, south, east, north } = boxOf(written.map(Number));
  return [
    ...(isWithin(west, -180, 180) && isWithin(east, -180, 180)
      ? []
      : ['west and east must be from -180 to 180 degrees.']),
    ...(isWithin(south, -90, 90) && isWithin(north, -90, 90)
      ? []
      : ['south and north must be from -90 to 90 degrees.']),
    ...(south > north ? ['south must not be greater than north.'] : []),
  ];
}
