import { readTableRows } from '../../../../lib/exports/read-table-rows.ts';
import { nilUuid, parseResourceId } from '../../../../lib/model/ids.ts';
import type { TileKey } from '../../../../lib/model/geojson/feature-query.ts';
import { byteOrderMark, writeCsvLine } from '../../../../lib/serializers/tables/csv.ts';
import type { OutputChunk } from '../chunked-output.ts';
import type { TableExport } from './table-export.ts';

/**
 * Reads the first table of an export as CSV: a byte order mark and the line of headings, then a line for each row.
 * @param after the position of the last chunk; null for the first one
 */
export async function* readCsvChunks(
  { source, tables: [table] }: TableExport,
  after: TileKey | null,
): AsyncGenerator<OutputChunk> {
  if (table === undefined) return;
  let text =
    after === null ? `${byteOrderMark}${writeCsvLine(table.columns.map(({ name }) => name))}` : '';
  const afterRecord = after === null ? null : parseResourceId(after.resourceId);
  for await (const { rows, records, lastId } of readTableRows(source, [table], afterRecord)) {
    text += rows.flat().map(writeCsvLine).join('');
    yield { text, resources: records, leftOut: 0, next: { resourceId: lastId, tileId: nilUuid } };
    text = '';
  }
  yield { text, resources: 0, leftOut: 0, next: null };
}
