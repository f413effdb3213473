import type { JsonNumber } from '../datatypes/values/decimal.ts';
import type { JsonObject } from '../datatypes/values/json-values.ts';

/** A geometry in a table: a GeoJSON geometry in WGS 84, with every digit of its coordinates. */
export type CellGeometry = { readonly kind: 'geometry'; readonly geometry: JsonObject };

/** The value of a cell of a table; null if it is empty. Numbers keep every digit. */
export type Cell = string | JsonNumber | boolean | CellGeometry | null;

export type Row = readonly Cell[];

/** Whether a cell has a geometry. */
export function isCellGeometry(cell: Cell): cell is CellGeometry {
  return typeof cell === 'object' && cell !== null && 'kind' in cell;
}
