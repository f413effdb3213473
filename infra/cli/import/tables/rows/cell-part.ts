import type { CsvNode } from '../../csv/plan-columns.ts';
import type { SystemGeometry } from '../places/transform-geometries.ts';
import type { FaultyCell } from '../table-cell.ts';

/** A geometry of a cell, in its reference system. */
export type GeometryPart = SystemGeometry & { readonly kind: 'geometry' };

/** A text of a cell, which may be that of a geometry. */
export type TextPart = {
  readonly kind: 'text';
  readonly text: string;
  readonly node: CsvNode;
  /** Of a geometry without a reference system in the text. */
  readonly srid: number;
};

/** What a cell has of one tile: a finished text, empty without a value, a text that is still to be placed, a geometry, or a fault. */
export type CellPart = string | TextPart | GeometryPart | FaultyCell;
