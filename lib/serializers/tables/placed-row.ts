import { isCellGeometry, type Row } from '../../model/tables/cell.ts';
import { flattenGeometry, type FlatGeometry } from '../../model/tables/flat-geometry.ts';
import type { TypedTable } from '../../model/tables/spatial-table.ts';
import { toTypedCell, type TypedCell } from './typed-cell.ts';

/** A row for a format with typed columns and one geometry. */
export type PlacedRow = {
  readonly geometry: FlatGeometry | undefined;
  /** Null in the place of the geometry, and where the format cannot have the value. */
  readonly cells: readonly Exclude<TypedCell, undefined>[];
  /** The number of values that the format cannot have: numbers and booleans that are none, geometries that are invalid. */
  readonly leftOut: number;
};

/** Converts a row of a table. */
export function placeRow(row: Row, { columns, geometryIndex }: TypedTable): PlacedRow {
  const placed = row[geometryIndex] ?? null;
  const geometry = isCellGeometry(placed) ? flattenGeometry(placed.geometry) : undefined;
  let leftOut = placed === null || geometry !== undefined ? 0 : 1;
  const cells = columns.map(({ type }, index) => {
    if (index === geometryIndex) return null;
    const cell = toTypedCell(row[index] ?? null, type);
    if (cell === undefined) leftOut += 1;
    return cell ?? null;
  });
  return { geometry, cells, leftOut };
}
