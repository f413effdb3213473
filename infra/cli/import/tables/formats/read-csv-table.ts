import { FileFormatError } from '../../file-error.ts';
import type { CsvEncoding } from '../../text-encoding.ts';
import { readCsv, type CsvRow } from '../../csv/read-csv.ts';
import type { FileCell, FileRow, TableFile } from '../table-cell.ts';

/**
 * Opens a CSV file, which may be compressed (`.gz`).
 * @param encoding that the user has given
 * @param knownHeading a heading that the file should have: it shows which separator the file has
 * @throws FileFormatError as `readCsv`, or `empty_file`
 */
export async function openCsv(
  file: string,
  encoding: CsvEncoding | undefined,
  knownHeading: string | undefined,
): Promise<TableFile> {
  const options = { requiredHeading: (knownHeading ?? '').toLowerCase(), encoding };
  const headings = await readHeadings(readCsv(file, options));
  async function* readRows(): AsyncGenerator<FileRow> {
    for await (const row of readCsv(file, options))
      if (row.number > 0) yield { number: row.number, cells: headings.map(cellOf(row)) };
  }
  const table = { name: undefined, headings, geometryHeading: undefined, crs: undefined, readRows };
  return { tables: [table], close: () => undefined };
}

/** The reader begins at number 0 with the headings. */
async function readHeadings(rows: AsyncGenerator<CsvRow>): Promise<readonly string[]> {
  for await (const { texts } of rows) return texts.map((text) => text.trim());
  throw new FileFormatError('empty_file', 'The file is empty');
}

const cellOf =
  ({ texts, invalidByte }: CsvRow) =>
  (_heading: string, position: number): FileCell =>
    invalidByte?.position === position
      ? { kind: 'fault', code: invalidByte.code, message: invalidByte.reason }
      : (texts[position] ?? '');
