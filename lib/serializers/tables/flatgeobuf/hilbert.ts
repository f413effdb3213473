import type { Bounds } from '../../../model/tables/flat-geometry.ts';

/** The number of cells along each axis of the curve. */
const cellsPerAxis = 2 ** 16 - 1;

/**
 * Computes how far along a Hilbert curve through an extent the middle of a box is. What is near in space is mostly near along the curve, so that
 * an index of boxes in this order has small nodes. The middle of an empty box is at the beginning.
 */
export function positionOnCurve(
  [west, south, east, north]: Bounds,
  [minX, minY, maxX, maxY]: Bounds,
): number {
  if (west > east) return 0;
  const cellOf = (middle: number, min: number, max: number): number =>
    max > min ? Math.floor((cellsPerAxis * (middle - min)) / (max - min)) : 0;
  let x = cellOf((west + east) / 2, minX, maxX);
  let y = cellOf((south + north) / 2, minY, maxY);
  let position = 0;
  for (let size = 2 ** 15; size > 0; size /= 2) {
    const isRight = (x & size) > 0 ? 1 : 0;
    const isUpper = (y & size) > 0 ? 1 : 0;
    position += size * size * ((3 * isRight) ^ isUpper);
    if (isUpper === 0) {
      if (isRight === 1) [x, y] = [cellsPerAxis - x, cellsPerAxis - y];
      [x, y] = [y, x];
    }
  }
  return position;
}
