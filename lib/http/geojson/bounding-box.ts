import * as z from 'zod';

import type { BoundingBox } from '../../geojson/feature-query.ts';

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Finite, and between two numbers. */
const isWithin = (number: number, from: number, to: number): boolean =>
  number >= from && number <= to;

/** The least and the greatest coordinates of a box, in the order of a coordinate system, without heights. */
export type BoxNumbers = readonly [number, number, number, number];

/**
 * The numbers of a box: four, or six with the least and the greatest height behind each corner, which are not looked at (RFC 7946, section
 * 5). An empty value counts as absent.
 */
export const boxNumbers = z
  .string()
  .transform((text, context): BoxNumbers | undefined => {
    if (text === '') return undefined;
    const written = text.split(',').map((item) => item.trim());
    const wrong = unreadable(written);
    for (const message of wrong) context.addIssue({ code: 'custom', message });
    return wrong.length > 0 ? z.NEVER : flat(written.map(Number));
  })
  .meta({ type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 })
  .optional();

/** `bbox`: west, south, east, north in degrees. A box whose west is greater than its east crosses the antimeridian. */
export const boundingBox = boxNumbers.transform((numbers, context): BoundingBox | undefined => {
  if (numbers === undefined) return undefined;
  const [west, south, east, north] = numbers;
  const box = { west, south, east, north };
  const wrong = boxProblems(box);
  for (const message of wrong) context.addIssue({ code: 'custom', message });
  return wrong.length > 0 ? z.NEVER : box;
});

/** Of six numbers the third and the last are heights. */
function flat(numbers: readonly number[]): BoxNumbers {
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
  return written
    .filter((item) => !decimal.test(item))
    .map((item) => `${JSON.stringify(item)} is not a number.`);
}

/** What is wrong with a box in degrees. */
export function boxProblems({ west, south, east, north }: BoundingBox): readonly string[] {
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
