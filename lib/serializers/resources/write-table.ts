import type { Cell } from '../../model/tables/cell.ts';
import { writeCsvLine } from '../tables/csv.ts';

/** A line of a table: the cells of a resource instance by the names of columns; only those with a value. */
export type TableRecord = {
  readonly resourceId: string;
  readonly cells: ReadonlyMap<string, Cell>;
};

/** What a table ends with if it could not be written to its end: its last line would look complete otherwise. */
export const abortTextOfTable = '"incomplete';

/**
 * Writes a table of resource instances (CSV, RFC 4180): a line with the names of the columns, then one for each resource instance. The column of
 * ids is the last.
 * @param names of the columns, apart from that of the ids
 */
export async function* writeTable(
  records: AsyncIterable<readonly TableRecord[]>,
  names: readonly string[],
  idColumn: string,
): AsyncGenerator<string> {
  let text = writeCsvLine([...names, idColumn]);
  for await (const chunk of records) {
    text += chunk
      .map(({ resourceId, cells }) =>
        writeCsvLine([...names.map((name) => cells.get(name) ?? null), resourceId]),
      )
      .join('');
    yield text;
    text = '';
  }
  yield text;
}
