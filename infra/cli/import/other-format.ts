import { constants, gunzipSync } from 'node:zlib';

import { errorCode } from '../../../lib/errors.ts';
import { FileFormatError } from './file-error.ts';
import { detectEncoding } from './text-encoding.ts';

/** The bytes with which a format begins; null stands for any byte. */
type Beginning = readonly (number | null)[];

type Signature = { readonly bytes: Beginning; readonly message: string };

/** The first bytes of files that are no text, and what to do with them: sentences without the last full stop. */
const signatures: readonly Signature[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    message:
      'The file is a zip archive or an Excel workbook. Unpack the archive and import its files, or save each sheet as CSV',
  },
  { bytes: [0x50, 0x4b, 0x05, 0x06], message: 'The file is an empty zip archive' },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    message:
      'The file is an old Office document, such as an Excel workbook. Save its sheets as CSV',
  },
  {
    bytes: [0x42, 0x5a, 0x68, null, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
    message: 'The file is compressed with bzip2. Unpack it',
  },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], message: 'The file is compressed with xz. Unpack it' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], message: 'The file is compressed with zstd. Unpack it' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], message: 'The file is a 7-Zip archive. Unpack it' },
  { bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], message: 'The file is a RAR archive. Unpack it' },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], message: 'The file is a PDF document' },
];

const beginsWith = (beginning: Uint8Array, bytes: Beginning): boolean =>
  beginning.length >= bytes.length &&
  bytes.every((byte, index) => byte === null || beginning[index] === byte);

/**
 * Refuses a file that is not text, or is text that no importer reads, by its first bytes after unpacking.
 * @rule Imports and exports: What does a file contain that is not of the format of its name?
 * @param isUnpacked whether the name of the file says that it is packed
 * @param readsUtf16 whether the reader of the file knows UTF-16
 * @throws FileFormatError `other_format` or `invalid_utf8`, which names what the file is
 */
export function refuseOtherFormat(
  beginning: Uint8Array,
  isUnpacked: boolean,
  readsUtf16: boolean,
): void {
  const signature = signatures.find(({ bytes }) => beginsWith(beginning, bytes));
  if (signature !== undefined) throw new FileFormatError('other_format', signature.message);
  const layers = countGzipLayers(beginning) + (isUnpacked ? 1 : 0);
  if (layers > 1) {
    const message = `The file is compressed ${layers === 2 ? 'twice' : `${layers} times`} with gzip. Unpack it until it is text`;
    throw new FileFormatError('other_format', message);
  }
  if (layers === 1 && !isUnpacked) {
    const message =
      'The file is compressed with gzip. Give it a name that ends in .gz, or unpack it';
    throw new FileFormatError('other_format', message);
  }
  const encoding = readsUtf16 ? undefined : detectEncoding(beginning)?.encoding;
  if (encoding === undefined || encoding === 'utf-8') return;
  const name = encoding === 'utf-16le' ? 'UTF-16' : 'UTF-16, big-endian';
  throw new FileFormatError('invalid_utf8', `The file is ${name} text. Save it as UTF-8`);
}

const maxLayers = 5;

/** Counts how often the beginning of a file is compressed. */
function countGzipLayers(beginning: Uint8Array): number {
  let bytes = beginning;
  let layers = 0;
  while (layers < maxLayers && beginsWith(bytes, [0x1f, 0x8b])) {
    layers += 1;
    bytes = unpackBeginning(bytes);
  }
  return layers;
}

/** The beginning of a file that is unpacked to see whether it is packed again. */
const unpackedBytes = 1024;

function unpackBeginning(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes.subarray(0, unpackedBytes), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: maxUnpackedLength,
    });
  } catch (error) {
    // The beginning is damaged, or unpacks to so much that it is not packed again.
    if (String(errorCode(error)).startsWith('Z_') || error instanceof RangeError)
      return new Uint8Array();
    throw error;
  }
}

/** Gzip makes at most 1032 bytes of one. */
const maxUnpackedLength = 1032 * unpackedBytes;
