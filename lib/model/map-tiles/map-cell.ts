import { gridSize, maxZoom, type MapTilePosition } from './map-tile-position.ts';

/** A place on the grid of a map tile: columns from west to east, rows from north to south. */
export type GridPoint = readonly [column: number, row: number];

/** Half of the bits of a place: as many as 32-bit integers can hold. */
const halfBits = 30n;

/**
 * Converts the cell of a place to its point on the grid of a tile. The cell has the bits of the row and the column of the place at depth
 * 30, alternating, and a 1 after them (`map_cell_at` in SQL).
 * @param cell a decimal number
 */
export function cellToGridPoint(cell: string, { zoom, column, row }: MapTilePosition): GridPoint {
  const bits = BigInt(cell) >> 1n;
  const high = Number(bits >> halfBits);
  const low = Number(BigInt.asUintN(Number(halfBits), bits));
  const toGrid = (number: number, tileNumber: number): number =>
    (number >> (maxZoom - zoom)) - gridSize * tileNumber;
  return [
    toGrid((everySecondBit(high) << 15) | everySecondBit(low), column),
    toGrid((everySecondBit(high >> 1) << 15) | everySecondBit(low >> 1), row),
  ];
}

/** Joins the bits 0, 2, 4, … of a number of 30 bits. */
function everySecondBit(bits: number): number {
  let joined = bits & 0x5555_5555;
  joined = (joined | (joined >> 1)) & 0x3333_3333;
  joined = (joined | (joined >> 2)) & 0x0f0f_0f0f;
  joined = (joined | (joined >> 4)) & 0x00ff_00ff;
  return (joined | (joined >> 8)) & 0x0000_ffff;
}
