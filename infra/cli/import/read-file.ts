import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createGunzip, type ZlibOptions } from 'node:zlib';

import { FileFormatError } from './file-error.ts';
import { errorCode } from '../../../lib/errors.ts';
import { isGzipFileName } from '../gzip-file-name.ts';
import { refuseOtherFormat } from './other-format.ts';

/** Real data files unpack to at most about 25 times their size. The gzip format allows a ratio of 1032. */
const maxUnpackedRatio = 250;

/** The unpacked size in bytes up to which the ratio does not matter. */
const maxUncheckedSize = 64 * 1024 * 1024;

/**
 * Streams a file, unpacked if its name ends in `.gz`.
 * @rule Imports and exports: How large may an imported file become, and how deep may it be nested?
 * @rule Imports and exports: What does an import report about a damaged gzip file, or a file that is not UTF-8?
 * @throws FileFormatError `damaged_gzip` if the packed file is not gzip or is cut off; if it is cut off, all bytes that it still has
 *   are yielded first; `gzip_bomb` if it becomes suspiciously large; `unreadable_file`, with the name of the file, if it does not exist, is
 *   a folder or cannot be read; `other_format` or `invalid_utf8` if it is not text, or is UTF-16
 * @param readsUtf16 whether the caller decodes UTF-16 itself
 */
export async function* readFileBytes(file: string, readsUtf16 = false): AsyncGenerator<Uint8Array> {
  let bytesRead = 0;
  try {
    for await (const chunk of unpack(file)) {
      if (bytesRead === 0) refuseOtherFormat(chunk, isGzipFileName(file), readsUtf16);
      bytesRead += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (isCutOffError(error)) yield* readLastBytes(file, bytesRead);
    else if (bytesRead === 0 && isGzipError(error))
      refuseOtherFormat(await readPackedBeginning(file), false, true);
    throw toFileError(error, file);
  }
}

/** How many bytes of each file are read since it was last opened. */
const positions = new Map<string, number>();

/** Returns how many bytes of a file, packed if it is, are read since it was last opened; 0 if it was not. */
export function readPosition(file: string): number {
  return positions.get(file) ?? 0;
}

async function* unpack(file: string, options: ZlibOptions = {}): AsyncGenerator<Uint8Array> {
  const fileStream = createReadStream(file, { highWaterMark: 256 * 1024 });
  // `pipeline` requires a callback. It is empty because the loop below throws the error.
  const bytes = isGzipFileName(file)
    ? pipeline(fileStream, createGunzip(options), () => {})
    : fileStream;
  let bytesUnpacked = 0;
  positions.set(file, 0);
  try {
    for await (const chunk of bytes) {
      bytesUnpacked += chunk.length;
      positions.set(file, fileStream.bytesRead);
      if (bytesUnpacked > Math.max(maxUncheckedSize, maxUnpackedRatio * fileStream.bytesRead)) {
        throw new FileFormatError('gzip_bomb', gzipBombMessage);
      }
      yield chunk;
    }
  } finally {
    bytes.destroy();
  }
}

const gzipBombMessage = `The gzip file unpacks to more than ${maxUnpackedRatio} times its size, so it is not read further. If you trust it, unpack it and import the uncompressed file`;

const isGzipError = (error: unknown): boolean => String(errorCode(error)).startsWith('Z_');

async function readPackedBeginning(file: string): Promise<Uint8Array> {
  for await (const chunk of createReadStream(file, { end: 1023 })) return chunk;
  return new Uint8Array();
}

const isCutOffError = (error: unknown): boolean => errorCode(error) === 'Z_BUF_ERROR';

/** Streams the last bytes of a packed file that is cut off: zlib discards those that were not yet read when it throws the error. */
async function* readLastBytes(file: string, bytesRead: number): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for await (const chunk of unpack(file, { finishFlush: constants.Z_SYNC_FLUSH })) {
    const rest = chunk.subarray(Math.max(0, bytesRead - offset));
    if (rest.length > 0) yield rest;
    offset += chunk.length;
  }
}

/**
 * Streams a UTF-8 file as text without its byte order mark. No character is split between two chunks.
 * @rule Imports and exports: What does an import report about a damaged gzip file, or a file that is not UTF-8?
 */
export async function* readFileText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of readFileBytes(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new FileFormatError('invalid_utf8', 'The file is not UTF-8 text', {}, { cause });
  }
}

const reasonsByCode: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'reading it is not permitted',
};

/** Converts an error of zlib or of the file system to a `FileFormatError`. Returns any other error unchanged. */
function toFileError(cause: unknown, file: string): unknown {
  if (!(cause instanceof Error) || !('code' in cause)) return cause;
  const code = String(cause.code);
  if (code.startsWith('Z_')) {
    const message = 'The gzip file is cut off or damaged';
    return new FileFormatError('damaged_gzip', message, {}, { cause });
  }
  if (!('syscall' in cause)) return cause;
  const message = `${file} cannot be read: ${reasonsByCode[code] ?? cause.message}`;
  return new FileFormatError('unreadable_file', message, {}, { cause });
}
