import { isUuid } from '../../../../lib/model/ids.ts';
import { FileFormatError } from '../file-error.ts';
import { readCsv, type CsvRow } from './read-csv.ts';

/** The rows of one resource instance that follow one another. */
export type RowGroup = { readonly resourceKey: string; readonly rows: readonly CsvRow[] };

/** The column with the id of the resource instance, in any letter case. */
const idHeading = 'resourceid';

/**
 * Streams the rows of a file of business data.
 * @param openHeader receives the headings, without surrounding spaces, before the first row
 * @yields the rows, grouped by the text of the column `ResourceID`
 * @throws FileFormatError `malformed_csv`, also without that column; `empty_file`; and the others of readCsv
 */
export async function* readRowGroups(
  file: string,
  openHeader: (headings: readonly string[]) => void,
): AsyncGenerator<RowGroup> {
  let idPosition: number | undefined;
  let group: { resourceKey: string; rows: CsvRow[] } | undefined;
  for await (const row of readCsv(file)) {
    if (idPosition === undefined) {
      const headings = row.texts.map((heading) => heading.trim());
      idPosition = headings.findIndex((heading) => heading.toLowerCase() === idHeading);
      if (idPosition === -1)
        throw new FileFormatError('malformed_csv', 'The file has no column ResourceID', {
          line: 1,
        });
      openHeader(headings);
      continue;
    }
    const key = row.texts[idPosition]?.trim() ?? '';
    const resourceKey = isUuid(key) ? key.toLowerCase() : key;
    if (group?.resourceKey !== resourceKey) {
      if (group !== undefined) yield group;
      group = { resourceKey, rows: [] };
    }
    group.rows.push(row);
  }
  if (idPosition === undefined) throw new FileFormatError('empty_file', 'The file is empty');
  if (group !== undefined) yield group;
}
