import { readFileBytes } from '../read-file.ts';
import type { RecordText } from './record-text.ts';
import { readRecordLines } from './read-record-lines.ts';
import { RecordScanner } from './record-scanner.ts';

/**
 * Streams the records of a business data file: `{"business_data": {"resources": […]}}` with any other
 * content around it, a list of records, one record `{"resourceinstance": …, "tiles": […]}`, or one record
 * a line where the name ends in `.jsonl`; each also packed (`.gz`). One record is in memory at a time.
 * The content of a record is not checked here: its bytes may not be UTF-8, and parsing its text may still fail.
 * @param isDamaged whether to continue with the next record after a fault, and to yield the beginning of a record that is cut off; the
 * fault is thrown after all records then
 * @throws FileFormatError `malformed_json`, `invalid_utf8` (outside the records), `damaged_gzip` with the place, or
 * `no_records` for JSON of another kind
 */
export function readRecordTexts(file: string, isDamaged = false): AsyncGenerator<RecordText> {
  const isLines = /\.jsonl(\.gz)?$/i.test(file);
  return isLines
    ? readRecordLines(readFileBytes(file), isDamaged)
    : scanRecordTexts(readFileBytes(file), isDamaged);
}

/** Streams the records of a JSON document, see readRecordTexts. */
export async function* scanRecordTexts(
  chunks: AsyncIterable<Uint8Array>,
  isDamaged = false,
): AsyncGenerator<RecordText> {
  const scanner = new RecordScanner(isDamaged);
  try {
    for await (const chunk of chunks) yield* scanner.write(chunk);
    yield* scanner.end();
  } catch (error) {
    if (isDamaged) yield* scanner.rest();
    throw error;
  }
}
