import type { Bounds } from '../../../lib/model/tables/flat-geometry.ts';

/** The ranges of coordinates of systems that tables often have: least easting and northing, then greatest. */
const ranges: readonly (readonly [crs: string, range: Bounds])[] = [
  ['EPSG:2154', [0, 6_000_000, 1_300_000, 7_200_000]],
  ['EPSG:2056', [2_480_000, 1_070_000, 2_840_000, 1_300_000]],
  ['EPSG:27700', [0, 0, 700_000, 1_300_000]],
];

/**
 * Guesses the reference system of coordinates by their range.
 * @returns undefined if none of the known ones has all of them
 */
export function guessSystem(
  eastings: readonly string[],
  northings: readonly string[],
): string | undefined {
  const isIn = (texts: readonly string[], least: number, greatest: number): boolean =>
    texts
      .filter((text) => text !== '')
      .map(Number)
      .every((number) => number >= least && number <= greatest);
  return ranges.find(
    ([, [west, south, east, north]]) => isIn(eastings, west, east) && isIn(northings, south, north),
  )?.[0];
}
