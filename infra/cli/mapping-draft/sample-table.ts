import type { FileCell, FileTable } from '../import/tables/table-cell.ts';
import { cellText } from '../import/tables/table-cell.ts';

const sampledRows = 1000;

/** A table with the first texts of its columns. */
export type TableSample = {
  readonly table: FileTable;
  /** By column: the text of each row, empty for an empty cell or a geometry. */
  readonly texts: readonly (readonly string[])[];
};

/** Reads the first rows of a table. */
export async function sampleTable(table: FileTable): Promise<TableSample> {
  const rows: (readonly FileCell[])[] = [];
  for await (const { cells } of table.readRows()) {
    rows.push(cells);
    if (rows.length === sampledRows) break;
  }
  return {
    table,
    texts: table.headings.map((_, index) => rows.map((cells) => cellText(cells[index]).trim())),
  };
}
