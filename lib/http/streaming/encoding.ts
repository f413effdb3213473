import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, gzip } from 'node:zlib';

import { parsePreferences } from '../negotiation/accept.ts';

/** Turns the texts of one answer into the bytes that are sent. */
export type Encoding = {
  /** The header Content-Encoding; undefined where the bytes are those of the text. */
  readonly name: 'gzip' | undefined;
  /** The bytes of the next text: a receiver can read all of it, whether or not there is more. */
  readonly next: (text: string) => Promise<Buffer>;
  /** The bytes that say that this was all. */
  readonly end: () => Buffer;
};

const deflated = promisify(deflateRaw);
const gzipped = promisify(gzip);

/** From here on a text is worth compressing, as for answers that API Gateway compresses. */
const leastBytes = 1024;

/** The header of a gzip member without a name and a time, from an unknown system (RFC 1952, section 2.3). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block of deflate, with nothing in it (RFC 1951, section 3.2.6). */
const lastBlock = Buffer.from([0x03, 0x00]);

function plainEncoding(): Encoding {
  return { name: undefined, next: async (text) => Buffer.from(text), end: () => Buffer.alloc(0) };
}

/**
 * gzip, whose texts are compressed one by one, each up to a whole byte. Without its end it is damaged for every reader, so one that
 * was cut cannot be taken for a whole one.
 */
function gzipEncoding(): Encoding {
  let bytes = 0;
  let checksum = 0;
  let header = gzipHeader;
  return {
    name: 'gzip',
    next: async (text) => {
      const plain = Buffer.from(text);
      const body = await deflated(plain, { finishFlush: constants.Z_SYNC_FLUSH });
      const compressed = Buffer.concat([header, body]);
      header = Buffer.alloc(0);
      bytes += plain.length;
      checksum = crc32(plain, checksum);
      return compressed;
    },
    end: () => {
      const sums = Buffer.alloc(8);
      sums.writeUInt32LE(checksum, 0);
      // The length counts in 32 bits.
      sums.writeUInt32LE(bytes % 2 ** 32, 4);
      return Buffer.concat([header, lastBlock, sums]);
    },
  };
}

/** Whether a caller takes gzip (RFC 9110, section 12.5.3). @param accepted the header Accept-Encoding */
function takesGzip(accepted: string | undefined): boolean {
  const wanted = parsePreferences(accepted ?? '');
  const said =
    wanted.find(({ value }) => value === 'gzip') ?? wanted.find(({ value }) => value === '*');
  return said !== undefined && said.quality > 0;
}

/** The encoding for an answer in chunks. @param accepted the header Accept-Encoding */
export function chooseEncoding(accepted: string | undefined): Encoding {
  return takesGzip(accepted) ? gzipEncoding() : plainEncoding();
}

/** The bytes of an answer that is whole, compressed where the caller takes that and it is worth it. */
export async function encodeWhole(
  text: string,
  accepted: string | undefined,
): Promise<{ readonly name: Encoding['name']; readonly bytes: Buffer }> {
  const plain = Buffer.from(text);
  if (plain.length < leastBytes || !takesGzip(accepted)) return { name: undefined, bytes: plain };
  return { name: 'gzip', bytes: await gzipped(plain) };
}
