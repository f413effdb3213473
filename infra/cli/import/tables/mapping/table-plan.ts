import type { NodegroupId } from '../../../../../lib/model/ids.ts';
import type { CellShape, Separators } from '../../../../../lib/model/tables/joined-texts.ts';
import type { CsvNode } from '../../csv/plan-columns.ts';
import type { FileTable } from '../table-cell.ts';

/** A column with values of a node. */
export type ValueColumn = CellShape & {
  /** The position of the column in a row, from 0. */
  readonly position: number;
  readonly heading: string;
  readonly node: CsvNode;
  /** The tag of the language of its texts; null for values of other kinds. */
  readonly language: string | null;
  /** The number of the column among those of its node and language, from 0: each has values of other tiles. */
  readonly slot: number;
  /** Whether texts without a language are in the form of exports, in which one that begins like JSON is a JSON string. */
  readonly isExported: boolean;
  /** The number of the reference system (EPSG) of geometries for which the file names none. */
  readonly srid: number;
  /** The position of the column with what people read in place of its values; undefined without one. */
  readonly labelPosition: number | undefined;
  /** Whether a cell has the geometries of several tiles, combined. */
  readonly isCombined: boolean;
};

/** Two columns with the coordinates of points. */
export type PointColumns = {
  readonly node: CsvNode;
  readonly x: { readonly position: number; readonly heading: string };
  readonly y: { readonly position: number; readonly heading: string };
  readonly srid: number;
};

/** How the rows of a table become tiles. */
export type TablePlan = {
  readonly table: FileTable;
  /** The headings as the mapping has them. */
  readonly headings: readonly string[];
  /** The name of the table in the mapping. */
  readonly name: string;
  /** The nodegroup of whose tiles each row is one; null if a row has values of a record. */
  readonly nodegroupId: NodegroupId | null;
  /** The positions of what identifies a record: its id, or the columns of which its id is made. */
  readonly key: { readonly kind: 'id' | 'columns'; readonly positions: readonly number[] };
  readonly tileIdPosition: number | undefined;
  readonly parentTileIdPosition: number | undefined;
  readonly values: readonly ValueColumn[];
  readonly points: readonly PointColumns[];
  readonly separators: Separators;
  /** Whether texts have an apostrophe where a spreadsheet would compute them. */
  readonly isGuarded: boolean;
};
