import { toNumber } from '../../model/datatypes/values/decimal.ts';
import type { Cell } from '../../model/tables/cell.ts';
import type { ColumnType } from '../../model/tables/table-column.ts';
import { formatCell } from './csv.ts';

/** A cell of a format whose columns have types; null if it is empty; undefined if the column cannot have the value. */
export type TypedCell = string | number | boolean | null | undefined;

/** Converts a cell into the type of its column. Geometries become well-known text; numbers have the precision of binary ones. */
export function toTypedCell(cell: Cell, type: ColumnType): TypedCell {
  if (cell === null) return null;
  if (type === 'number') {
    const number = toNumber(cell);
    return number !== undefined && Number.isFinite(number) ? number : undefined;
  }
  if (type === 'boolean') return typeof cell === 'boolean' ? cell : undefined;
  return formatCell(cell) || null;
}
