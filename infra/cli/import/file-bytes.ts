import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { FileFormatError } from './file-error.ts';

/**
 * Streams a file, unpacked where its name ends in `.gz`.
 * @throws FileFormatError `damaged_gzip` where the packed file is cut off or not gzip; the errors of
 * node:fs where it cannot be opened
 */
export async function* fileBytes(file: string): AsyncGenerator<Uint8Array> {
  const packed = createReadStream(file, { highWaterMark: 256 * 1024 });
  // The callback keeps an error from going unhandled; the loop below meets the same error.
  const bytes = file.endsWith('.gz') ? pipeline(packed, createGunzip(), () => {}) : packed;
  try {
    for await (const chunk of bytes) yield chunk;
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new FileFormatError(
      'damaged_gzip',
      'The gzip file is cut off or damaged',
      {},
      { cause: error },
    );
  } finally {
    bytes.destroy();
  }
}

/** Streams a UTF-8 file as text, without a byte order mark; characters are never split. */
export async function* fileText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of fileBytes(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileFormatError('invalid_utf8', 'The file is not UTF-8 text', {}, { cause: error });
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
