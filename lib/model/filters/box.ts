import { asList } from '../datatypes/values/json-values.ts';
import type { BoundingBox } from '../geojson/feature-query.ts';
import type { BoxLiteral } from './filter.ts';
import { finiteNumber } from './geometry.ts';

/**
 * Reads a box: west, south, east, north, or with the lowest height after south and the highest one at the end.
 * @param value a list of numbers
 */
export function readBox(value: unknown, refuse: (message: string) => never): BoxLiteral {
  const numbers = asList(value).map(finiteNumber);
  const hasHeights = numbers.length === 6;
  const [west, south, lowest, east, north, highest] = hasHeights
    ? numbers
    : [numbers[0], numbers[1], 0, numbers[2], numbers[3], 0];
  if (
    (numbers.length !== 4 && !hasHeights) ||
    west === undefined ||
    south === undefined ||
    lowest === undefined ||
    east === undefined ||
    north === undefined ||
    highest === undefined
  ) {
    return refuse(
      'A box has four numbers: west, south, east, north; or six: west, south, lowest, east, north, highest.',
    );
  }
  if (south > north || lowest > highest) {
    refuse('The box is upside down: give west, south, east, north.');
  }
  const box: BoundingBox = { west, south, east, north };
  return { kind: 'box', box, heights: hasHeights ? [lowest, highest] : null };
}
