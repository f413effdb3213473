import { CsvError, parse } from 'csv-parse';

import { isUuid } from '../../../../lib/model/ids.ts';
import { FileFormatError } from '../file-error.ts';
import { parseStream } from '../parse-stream.ts';
import { readFileBytes } from '../read-file.ts';

/** A row of a CSV file, with the text of each column. */
export type CsvRow = {
  /** From 1, without the header. */
  readonly number: number;
  readonly texts: readonly string[];
};

/** The rows of one resource instance that follow one another. */
export type RowGroup = { readonly resourceKey: string; readonly rows: readonly CsvRow[] };

/** The column with the id of the resource instance, in any letter case. */
const idHeading = 'resourceid';

// Business data has geometries with many vertices in one cell.
const maxRecordCharacters = 64_000_000;

/**
 * Streams a CSV file (RFC 4180, UTF-8, `.csv` or `.csv.gz`).
 * @param openHeader receives the headings, without surrounding spaces, before the first row
 * @yields the rows, grouped by the text of the column `ResourceID`
 * @throws FileFormatError `malformed_csv` or `invalid_utf8`
 */
export async function* readRowGroups(
  file: string,
  openHeader: (headings: readonly string[]) => void,
): AsyncGenerator<RowGroup> {
  let idPosition: number | undefined;
  let width = 0;
  let number = 0;
  let group: { resourceKey: string; rows: CsvRow[] } | undefined;
  for await (const texts of readTexts(file)) {
    if (idPosition === undefined) {
      const headings = texts.map((heading) => heading.trim());
      idPosition = headings.findIndex((heading) => heading.toLowerCase() === idHeading);
      if (idPosition === -1)
        throw new FileFormatError('malformed_csv', 'The file has no column ResourceID', {
          line: 1,
        });
      width = headings.length;
      openHeader(headings);
      continue;
    }
    number += 1;
    if (texts.length > width) {
      const message = `Row ${number} has ${texts.length} cells, but the header has ${width}`;
      throw new FileFormatError('malformed_csv', message);
    }
    const key = texts[idPosition]?.trim() ?? '';
    const resourceKey = isUuid(key) ? key.toLowerCase() : key;
    if (group?.resourceKey !== resourceKey) {
      if (group !== undefined) yield group;
      group = { resourceKey, rows: [] };
    }
    group.rows.push({ number, texts });
  }
  if (idPosition === undefined) throw new FileFormatError('empty_file', 'The file is empty');
  if (group !== undefined) yield group;
}

async function* readTexts(file: string): AsyncGenerator<readonly string[]> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordCharacters,
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  async function* checkEncoding(): AsyncGenerator<Uint8Array> {
    for await (const chunk of readFileBytes(file)) {
      decoder.decode(chunk, { stream: true });
      yield chunk;
    }
    decoder.decode();
  }
  try {
    yield* parseStream<readonly string[]>(checkEncoding(), parser);
  } catch (cause) {
    if (cause instanceof CsvError) {
      const message = `The file is not well-formed CSV: ${cause.message}`;
      throw new FileFormatError('malformed_csv', message, {}, { cause });
    }
    if (cause instanceof TypeError && 'code' in cause) {
      throw new FileFormatError('invalid_utf8', 'The file is not UTF-8 text', {}, { cause });
    }
    throw cause;
  }
}
