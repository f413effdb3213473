import { gridSize, maxZoom, type MapTilePosition } from './map-tile-position.ts';

/** A point on the grid of a map tile: columns from west to east, rows from north to south. */
export type GridPoint = readonly [column: number, row: number];

/** Half of the bits of a cell, which fit into a 32-bit integer. */
const halfBits = 30n;

/**
 * Converts a map cell to its point on the grid of a tile. A cell is a number with the bits of its row and its column at depth 30,
 * alternating, and a 1 after them (`map_cell_at` in SQL).
 * @param cell a decimal number
 */
export function cellToGridPoint(cell: string, { zoom, column, row }: MapTilePosition): GridPoint {
  const bits = BigInt(cell) >> 1n;
  const highBits = Number(bits >> halfBits);
  const lowBits = Number(BigInt.asUintN(Number(halfBits), bits));
  const toGridCoordinate = (cellNumber: number, mapTileNumber: number): number =>
    (cellNumber >> (maxZoom - zoom)) - gridSize * mapTileNumber;
  return [
    toGridCoordinate((everySecondBit(highBits) << 15) | everySecondBit(lowBits), column),
    toGridCoordinate((everySecondBit(highBits >> 1) << 15) | everySecondBit(lowBits >> 1), row),
  ];
}

/** Joins the bits 0, 2, 4, … of a number of 30 bits. */
function everySecondBit(bits: number): number {
  let joinedBits = bits & 0x5555_5555;
  joinedBits = (joinedBits | (joinedBits >> 1)) & 0x3333_3333;
  joinedBits = (joinedBits | (joinedBits >> 2)) & 0x0f0f_0f0f;
  joinedBits = (joinedBits | (joinedBits >> 4)) & 0x00ff_00ff;
  return (joinedBits | (joinedBits >> 8)) & 0x0000_ffff;
}
