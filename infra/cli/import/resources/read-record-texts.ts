import { readFileBytes } from '../read-file.ts';
import type { RecordText } from './record-text.ts';
import { readRecordLines } from './read-record-lines.ts';
import { RecordScanner } from './record-scanner.ts';

/**
 * Streams the texts of the records of a business data file, possibly compressed (`.gz`): `{"business_data": {"resources": […]}}` with any
 * other content around it, a list of records, one record `{"resourceinstance": …, "tiles": […]}`, or one record on each line if the name
 * ends in `.jsonl`. Only one record is in memory at a time. The texts are not checked: they may be neither UTF-8 nor JSON.
 * @param salvage whether reading continues after a fault with the next record, and a record that is cut off is also yielded. The first
 * fault is then thrown after all records.
 * @throws FileFormatError `malformed_json`, `invalid_utf8` (outside the records) or `damaged_gzip`, with the location;
 * `no_records` for JSON of another kind
 */
export function readRecordTexts(file: string, salvage = false): AsyncGenerator<RecordText> {
  const isJsonLines = /\.jsonl(\.gz)?$/i.test(file);
  return isJsonLines
    ? readRecordLines(readFileBytes(file), salvage)
    : scanRecordTexts(readFileBytes(file), salvage);
}

/** Streams the records of a JSON document. See readRecordTexts. */
export async function* scanRecordTexts(
  chunks: AsyncIterable<Uint8Array>,
  salvage = false,
): AsyncGenerator<RecordText> {
  const scanner = new RecordScanner(salvage);
  try {
    for await (const chunk of chunks) yield* scanner.write(chunk);
    yield* scanner.end();
  } catch (error) {
    if (salvage) yield* scanner.takeCutOffRecord();
    throw error;
  }
}
