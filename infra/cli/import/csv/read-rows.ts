import { isUuid } from '../../../../lib/model/ids.ts';
import { FileFormatError } from '../file-error.ts';
import { readCsv, type CsvRow } from './read-csv.ts';
import type { CsvEncoding } from '../text-encoding.ts';

/** Consecutive rows of one resource instance. */
export type RowGroup = { readonly resourceKey: string; readonly rows: readonly CsvRow[] };

/** The heading, in lower case, of the column with the id of the resource instance. */
const idHeading = 'resourceid';

/**
 * Streams the rows of a CSV file of business data.
 * @param encoding as for `readCsv`
 * @param onHeadings receives the headings, without surrounding spaces, before the first row
 * @yields consecutive rows with the same text in the column `ResourceID`
 * @throws FileFormatError `malformed_csv`, also if that column is missing; `empty_file`; and the errors of `readCsv`
 */
export async function* readRowGroups(
  file: string,
  encoding: CsvEncoding | undefined,
  onHeadings: (headings: readonly string[]) => void,
): AsyncGenerator<RowGroup> {
  let idPosition: number | undefined;
  let group: { resourceKey: string; rows: CsvRow[] } | undefined;
  for await (const row of readCsv(file, { requiredHeading: idHeading, encoding })) {
    if (idPosition === undefined) {
      const headings = row.texts.map((heading) => heading.trim());
      idPosition = headings.findIndex((heading) => heading.toLowerCase() === idHeading);
      if (idPosition === -1)
        throw new FileFormatError('malformed_csv', 'The file has no column ResourceID', {
          line: 1,
        });
      onHeadings(headings);
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

/** Streams the keys of the groups of `readRowGroups`. @throws as `readRowGroups` */
export async function* readRowKeys(
  file: string,
  encoding: CsvEncoding | undefined,
): AsyncGenerator<string> {
  for await (const { resourceKey } of readRowGroups(file, encoding, () => {})) yield resourceKey;
}
