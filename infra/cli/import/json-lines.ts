import { FileFormatError } from './file-error.ts';
import type { JsonRecord } from './json-records.ts';

const LINE_FEED = 0x0a;

/** Streams the records of a file that holds one a line; blank lines do not count. */
export async function* readRecordLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonRecord> {
  let position = 0;
  let line = 0;
  for await (const bytes of splitLines(chunks)) {
    line += 1;
    const text = decodeLine(bytes, line).trim();
    if (text === '') continue;
    yield { text, pointer: '', position, line };
    position += 1;
  }
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) break;
      yield Buffer.concat([...pieces, chunk.subarray(start, end)]);
      pieces = [];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces);
}

/** The decoder drops a byte order mark, which stands before the first line of some files. */
function decodeLine(bytes: Uint8Array, line: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new FileFormatError(
      'invalid_utf8',
      'The line is not UTF-8 text',
      { line },
      { cause: error },
    );
  }
}
