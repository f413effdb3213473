import { CsvError, parse } from 'csv-parse';

import { FileFormatError } from '../file-error.ts';
import { parseStream } from '../parse-stream.ts';
import { readFileBytes } from '../read-file.ts';

/** A row of a CSV file, with the text of each column. */
export type CsvRow = {
  /** The number of the row from 1, or 0 for the header. */
  readonly number: number;
  readonly texts: readonly string[];
};

// Cells of business data may contain geometries with many vertices.
const maxRecordCharacters = 64_000_000;

/**
 * Streams a CSV file (RFC 4180, UTF-8), which may be compressed (`.gz`).
 * @yields the header, then the rows, none with more cells than the header; nothing if the file is empty
 * @throws FileFormatError `malformed_csv` or `invalid_utf8`
 */
export async function* readCsv(file: string): AsyncGenerator<CsvRow> {
  let width: number | undefined;
  let number = 0;
  for await (const texts of readCellTexts(file)) {
    width ??= texts.length;
    if (texts.length > width) {
      const message = `Row ${number} has ${texts.length} cells, but the header has only ${width}`;
      throw new FileFormatError('malformed_csv', message);
    }
    yield { number, texts };
    number += 1;
  }
}

async function* readCellTexts(file: string): AsyncGenerator<readonly string[]> {
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
