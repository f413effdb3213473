import { isUtf8 } from 'node:buffer';

import type { RecordText } from './record-text.ts';

const LINE_FEED = 0x0a;

/**
 * Streams the records of a file that holds one a line; blank lines do not count. Pointers are those of the list
 * that the records make: `/0`, `/1`, ….
 * @param isDamaged whether to give the beginning of a line, too, behind which the chunks break off
 */
export async function* readRecordLines(
  chunks: AsyncIterable<Uint8Array>,
  isDamaged = false,
): AsyncGenerator<RecordText> {
  let position = 0;
  let line = 0;
  for await (const bytes of splitLines(chunks, isDamaged)) {
    line += 1;
    // The decoder drops a byte order mark, which stands before the first line of some files.
    const text = new TextDecoder().decode(bytes).trim();
    if (text === '') continue;
    yield { text, isUtf8: isUtf8(bytes), pointer: `/${position}`, position, line };
    position += 1;
  }
}

async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  isDamaged: boolean,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  try {
    for await (const chunk of chunks) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(LINE_FEED, start);
        if (end === -1) break;
        yield Buffer.concat([...parts, chunk.subarray(start, end)]);
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    }
  } catch (error) {
    if (isDamaged && parts.length > 0) yield Buffer.concat(parts);
    throw error;
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
