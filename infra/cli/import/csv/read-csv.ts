import { CsvError, parse } from 'csv-parse';

import { FileFormatError } from '../file-error.ts';
import { parseStream } from '../parse-stream.ts';
import { readFileBytes } from '../read-file.ts';
import { decodeCsv, type DecodedCsv } from './decode-csv.ts';
import { findInvalidByte, replaceMarks } from './invalid-bytes.ts';
import { hasHeadings, readSeparator } from './read-separator.ts';
import type { CsvEncoding } from '../text-encoding.ts';

/** A row of a CSV file, with the text of each column. */
export type CsvRow = {
  /** The number of the row from 1, or 0 for the header. */
  readonly number: number;
  readonly texts: readonly string[];
  /** The first byte of the row that is not in the encoding of the file, so that the row cannot be imported. */
  readonly invalidByte?: {
    /** The position of its cell in the row, from 0. */
    readonly position: number;
    readonly code: string;
    /** What is wrong, and what to do: sentences for a message. */
    readonly reason: string;
  };
  /** Why cells cannot be read, by their positions. */
  readonly faults?: ReadonlyMap<number, CellFault>;
};

/** Why a cell cannot be read: a code, and sentences for a message. */
export type CellFault = { readonly code: string; readonly message: string };

/** How a CSV file is read. */
export type CsvOptions = {
  /** A heading that the file must have, in lower case. It shows which separator the file has. */
  readonly requiredHeading: string;
  /** The encoding that the user has given. */
  readonly encoding?: CsvEncoding | undefined;
};

// Cells of business data may contain geometries with many vertices.
const maxRecordCharacters = 64_000_000;

/**
 * Streams a CSV file (RFC 4180), which may be compressed (`.gz`). The headings decide on the separator: comma, semicolon or tab, or the one
 * that a line `sep=;` names. Rows of empty cells are left out, and empty cells beyond the headings.
 * @yields the header, then the rows, none with more cells than the header; nothing if the file is empty
 * @throws FileFormatError `malformed_csv`, or `invalid_utf8` if the headings cannot be decoded
 */
export async function* readCsv(file: string, options: CsvOptions): AsyncGenerator<CsvRow> {
  const decoded = await decodeCsv(readFileBytes(file, true), options.encoding);
  let width: number | undefined;
  let number = 0;
  for await (const texts of readCellTexts(decoded.chunks, options.requiredHeading)) {
    const isEmpty = texts.every((text) => text.trim() === '');
    if (isEmpty && width === undefined) continue;
    width ??= texts.length;
    const row = decoded.hasInvalidBytes() ? checkBytes(number, texts, decoded) : { number, texts };
    if (number === 0 && row.invalidByte !== undefined) {
      const { code, reason, position } = row.invalidByte;
      const message = `Heading ${position + 1} (${JSON.stringify(row.texts[position])}) cannot be read: ${reason}`;
      throw new FileFormatError(code, message.replace(/\.$/, ''));
    }
    const surplus = texts.length > width ? texts.slice(width) : [];
    if (surplus.some((text) => text.trim() !== '')) {
      const message = `Row ${number} has ${texts.length} cells, but the header has only ${width}`;
      throw new FileFormatError('malformed_csv', message);
    }
    if (!isEmpty) yield surplus.length === 0 ? row : { ...row, texts: row.texts.slice(0, width) };
    number += 1;
  }
}

function checkBytes(
  number: number,
  texts: readonly string[],
  { encoding, advice }: DecodedCsv,
): CsvRow {
  const invalidByte = findInvalidByte(texts);
  if (invalidByte === undefined) return { number, texts };
  const { position, byteOffset } = invalidByte;
  const [code, name] =
    encoding === 'utf-8' ? ['invalid_utf8', 'UTF-8'] : ['invalid_encoding', encoding];
  const reason = `the byte at offset ${byteOffset} of the file is not ${name}. ${advice}`;
  return { number, texts: texts.map(replaceMarks), invalidByte: { position, code, reason } };
}

/** Enough for the longest headings. */
const maxHeadingBytes = 1_000_000;

async function* readCellTexts(
  chunks: AsyncGenerator<Uint8Array>,
  requiredHeading: string,
): AsyncGenerator<readonly string[]> {
  let beginning = Buffer.alloc(0);
  while (beginning.length < maxHeadingBytes && !hasHeadings(beginning.toString())) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    beginning = Buffer.concat([beginning, value]);
  }
  const { separator, skippedBytes } = readSeparator(beginning.toString(), requiredHeading);
  async function* withoutSeparatorLine(): AsyncGenerator<Uint8Array> {
    yield beginning.subarray(skippedBytes);
    yield* chunks;
  }
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordCharacters,
  });
  try {
    yield* parseStream<readonly string[]>(withoutSeparatorLine(), parser);
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const message = `The file is not well-formed CSV: ${cause.message}`;
    throw new FileFormatError('malformed_csv', message, {}, { cause });
  }
}
