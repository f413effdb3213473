import type { CellShape } from './joined-texts.ts';
import type { TableNode, TableNodegroup } from './table-model.ts';

/**
 * What a column has of the values of its node:
 * - `value`: what identifies the value, and is read back: a number, a date, the URI of a concept;
 * - `label`: what people read in its place;
 * - `text`: the text in one language;
 * - `geometry`: the geometry.
 */
export type ColumnPart =
  | { readonly kind: 'value' | 'label' | 'geometry' }
  | { readonly kind: 'text'; readonly language: string };

/** A node, and what of its values. */
export type NodeSource = {
  readonly kind: 'node';
  readonly node: TableNode;
  readonly part: ColumnPart;
};

/** What the cells of a column come from. */
export type ColumnSource =
  | { readonly kind: 'resource id' | 'link' | 'tile id' | 'parent tile id' }
  | NodeSource;

/** The type of the cells of a column. A number or boolean column can have a text where the stored value is neither. */
export type ColumnType = 'text' | 'number' | 'boolean' | 'geometry';

export type TableColumn = CellShape & {
  /** Unique in its table, in any letter case. */
  readonly name: string;
  readonly type: ColumnType;
  readonly source: ColumnSource;
};

/** A table: of all records with a row for each, or of the tiles of one nodegroup. */
export type Table = {
  readonly name: string;
  /** Null for the table of records. */
  readonly nodegroup: TableNodegroup | null;
  readonly columns: readonly TableColumn[];
};
