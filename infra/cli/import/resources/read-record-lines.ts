import { isUtf8 } from 'node:buffer';

import { lineFeedByte } from './json-bytes.ts';
import type { RecordText } from './record-text.ts';

/**
 * Streams the records of a file with one record on each line, without blank lines. The pointers are positions in the list of records:
 * `/0`, `/1`, ….
 * @param salvage whether to yield the incomplete last line, too, if reading `chunks` fails
 */
export async function* readRecordLines(
  chunks: AsyncIterable<Uint8Array>,
  salvage = false,
): AsyncGenerator<RecordText> {
  let position = 0;
  let line = 0;
  for await (const bytes of splitLines(chunks, salvage)) {
    line += 1;
    // The decoder removes the byte order mark with which some files begin.
    const text = new TextDecoder().decode(bytes).trim();
    if (text === '') continue;
    yield { text, isUtf8: isUtf8(bytes), pointer: `/${position}`, position, line };
    position += 1;
  }
}

async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  salvage: boolean,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  try {
    for await (const chunk of chunks) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(lineFeedByte, start);
        if (end === -1) break;
        yield Buffer.concat([...parts, chunk.subarray(start, end)]);
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    }
  } catch (error) {
    if (salvage && parts.length > 0) yield Buffer.concat(parts);
    throw error;
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
