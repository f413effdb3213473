import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, gzip } from 'node:zlib';

import { parsePreferences } from '../negotiation/accept.ts';
import type { CompleteBody } from '../responses/response.ts';

/** Encodes the chunks of one response. */
export type Encoding = {
  /** The header Content-Encoding; undefined for uncompressed text. */
  readonly name: 'gzip' | undefined;
  /** Encodes the next chunk, so that the receiver can decode it before the following chunk arrives. */
  readonly encodeChunk: (text: string) => Promise<Buffer>;
  /** Returns the last bytes, which mark the end. */
  readonly encodeEnd: () => Buffer;
};

const deflateAsync = promisify(deflateRaw);
const gzipAsync = promisify(gzip);

/** Smaller responses are not compressed. API Gateway has the same limit for buffered ones. */
const minCompressedBytes = 1024;

/** The header of a gzip member without a name and a time, from an unknown system (RFC 1952, section 2.3). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block of deflate, empty (RFC 1951, section 3.2.6). */
const emptyLastBlock = Buffer.from([0x03, 0x00]);

function identityEncoding(): Encoding {
  return {
    name: undefined,
    encodeChunk: async (text) => Buffer.from(text),
    encodeEnd: () => Buffer.alloc(0),
  };
}

/** gzip with a flush after each chunk. If its end is missing, clients report an error, and do not mistake the text for complete. */
function gzipEncoding(): Encoding {
  let bytes = 0;
  let checksum = 0;
  let header = gzipHeader;
  return {
    name: 'gzip',
    encodeChunk: async (text) => {
      const uncompressed = Buffer.from(text);
      const body = await deflateAsync(uncompressed, { finishFlush: constants.Z_SYNC_FLUSH });
      const compressed = Buffer.concat([header, body]);
      header = Buffer.alloc(0);
      bytes += uncompressed.length;
      checksum = crc32(uncompressed, checksum);
      return compressed;
    },
    encodeEnd: () => {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(checksum, 0);
      // gzip stores the length modulo 2^32.
      trailer.writeUInt32LE(bytes % 2 ** 32, 4);
      return Buffer.concat([header, emptyLastBlock, trailer]);
    },
  };
}

/** Whether the caller accepts gzip (RFC 9110, section 12.5.3). @param acceptEncoding the header Accept-Encoding */
function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const encodings = parsePreferences(acceptEncoding ?? '');
  const gzipPreference =
    encodings.find(({ value }) => value === 'gzip') ?? encodings.find(({ value }) => value === '*');
  return gzipPreference !== undefined && gzipPreference.quality > 0;
}

/**
 * Chooses the encoding of a response in chunks.
 * @rule Responses: When is a response compressed?
 * @param acceptEncoding the header Accept-Encoding
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  return acceptsGzip(acceptEncoding) ? gzipEncoding() : identityEncoding();
}

/** Encodes a complete body: compressed, if the caller accepts gzip and the body is not too small. */
export async function encodeBody(
  body: CompleteBody,
  acceptEncoding: string | undefined,
): Promise<{ readonly name: Encoding['name']; readonly bytes: Buffer }> {
  const uncompressed = typeof body === 'string' ? Buffer.from(body) : body;
  if (uncompressed.length < minCompressedBytes || !acceptsGzip(acceptEncoding))
    return { name: undefined, bytes: uncompressed };
  return { name: 'gzip', bytes: await gzipAsync(uncompressed) };
}
