import { createGzip } from 'node:zlib';

/** Compresses text or bytes as they arrive. Several members one after the other form one gzip file (RFC 1952, section 2.2). */
export type GzipMember = {
  readonly write: (content: string | Uint8Array) => Promise<void>;
  /** The compressed size so far. */
  readonly bytes: () => number;
  readonly end: () => Promise<Buffer>;
};

export function openGzipMember(): GzipMember {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  let bytes = 0;
  gzip.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
  });
  const streamEnd = new Promise<void>((resolve, reject) => {
    gzip.once('end', resolve).once('error', reject);
  });
  // `write` already reports the error. Until `end` awaits this promise, Node must not treat its rejection as unhandled.
  streamEnd.catch(() => undefined);
  return {
    write: (content) =>
      new Promise((resolve, reject) => {
        gzip.write(content, (error) => (error ? reject(error) : resolve()));
      }),
    bytes: () => bytes,
    end: async () => {
      gzip.end();
      await streamEnd;
      return Buffer.concat(chunks);
    },
  };
}
