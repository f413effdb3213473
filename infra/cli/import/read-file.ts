import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createGunzip, type ZlibOptions } from 'node:zlib';

import { FileFormatError } from './file-error.ts';

/**
 * Streams a file, unpacked where its name ends in `.gz`.
 * @throws FileFormatError `damaged_gzip` where the packed file is cut off or not gzip, behind all bytes that are there of one that is cut
 * off; `unreadable_file`, with the name of the file, where it is not there, is a folder or may not be read
 */
export async function* readFileBytes(file: string): AsyncGenerator<Uint8Array> {
  let passed = 0;
  try {
    for await (const chunk of unpacked(file)) {
      passed += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (isCutOff(error)) yield* lastBytes(file, passed);
    throw toFileError(error, file);
  }
}

async function* unpacked(file: string, options: ZlibOptions = {}): AsyncGenerator<Uint8Array> {
  const packed = createReadStream(file, { highWaterMark: 256 * 1024 });
  // The callback keeps an error from going unhandled; the loop below meets the same error.
  const bytes = file.endsWith('.gz') ? pipeline(packed, createGunzip(options), () => {}) : packed;
  try {
    for await (const chunk of bytes) yield chunk;
  } finally {
    bytes.destroy();
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}

/** The bytes behind those that were read of a packed file that is cut off: an error takes away what is unpacked and not yet read. */
async function* lastBytes(file: string, passed: number): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for await (const chunk of unpacked(file, { finishFlush: constants.Z_SYNC_FLUSH })) {
    const rest = chunk.subarray(Math.max(0, passed - offset));
    if (rest.length > 0) yield rest;
    offset += chunk.length;
  }
}

/** Streams a UTF-8 file as text, without a byte order mark; characters are never split. */
export async function* readFileText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of readFileBytes(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileFormatError('invalid_utf8', 'The file is not UTF-8 text', {}, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

/** What is wrong with a file, in words that name it; an error that is not the file's stays as it is. */
export function toFileError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (code.startsWith('Z_')) {
    const message = 'The gzip file is cut off or damaged';
    return new FileFormatError('damaged_gzip', message, {}, { cause: error });
  }
  if (!('syscall' in error)) return error;
  const message = `${file} cannot be read: ${reasons[code] ?? error.message}`;
  return new FileFormatError('unreadable_file', message, {}, { cause: error });
}
