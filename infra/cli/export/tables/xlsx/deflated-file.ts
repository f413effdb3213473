import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

import type { ZipPart } from './zip-parts.ts';

/** A deflated text in a temporary file, so that several can be written at the same time before they follow each other in an archive. */
export type DeflatedFile = {
  readonly write: (text: string) => Promise<void>;
  readonly end: () => Promise<Omit<ZipPart, 'path'>>;
  readonly read: () => AsyncIterable<Uint8Array>;
  readonly remove: () => Promise<void>;
};

export function createDeflatedFile(file: string): DeflatedFile {
  const deflate = createDeflateRaw();
  const target = createWriteStream(file, { mode: 0o600 });
  const written = finished(deflate.pipe(target));
  // `write` and `end` report the error. Until then, Node must not treat the rejection as unhandled.
  written.catch(() => undefined);
  let checksum = 0;
  let bytes = 0;
  return {
    write: async (text) => {
      const content = Buffer.from(text);
      checksum = crc32(content, checksum);
      bytes += content.length;
      if (!deflate.write(content)) await Promise.race([once(deflate, 'drain'), written]);
    },
    end: async () => {
      deflate.end();
      await written;
      return { checksum, bytes, deflatedBytes: target.bytesWritten };
    },
    read: () => createReadStream(file),
    remove: async () => {
      deflate.destroy();
      target.destroy();
      await rm(file, { force: true });
    },
  };
}
