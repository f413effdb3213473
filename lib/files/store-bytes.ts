import { createHash } from 'node:crypto';

import { typeBytes } from '../model/files/content-type.ts';
import { isUuid } from '../model/ids.ts';
import type { FileStore, StoredPart } from '../stores/file-store.ts';

/** The size of a part, of which one is in memory. S3 takes 10,000 parts, so a file may have 160 GB. */
const partBytes = 16 * 1024 * 1024;

/** What is known of bytes that were stored. */
export type StoredBytes = {
  readonly byteCount: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  /** The first bytes, which tell the type. */
  readonly first: Uint8Array;
};

const filePrefix = 'files/';

/** The key of the bytes of a file. Other kinds of bytes get other beginnings (infra/aws/files.yml). */
export const storageKeyOf = (fileId: string): string => `${filePrefix}${fileId}`;

/** The key of the bytes of an announced file, until a tile names it. The bucket deletes them after a day. */
export const pendingKeyOf = (fileId: string): string => `pending/${fileId}`;

/** The id of the file with a key; undefined if the key is none of a file. */
export function fileIdOfKey(key: string): string | undefined {
  const fileId = key.startsWith(filePrefix) ? key.slice(filePrefix.length) : '';
  return isUuid(fileId) ? fileId : undefined;
}

/**
 * Stores a stream of bytes under a key, and replaces what was there once all is stored. The store compares the hash of each part with what it
 * has received.
 * @throws UploadLost, and errors of the stream and the store
 */
export async function storeBytes(
  store: FileStore,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<StoredBytes> {
  const upload = { key, id: await store.beginUpload(key) };
  try {
    const hash = createHash('sha256');
    const parts: StoredPart[] = [];
    let first = new Uint8Array();
    for await (const part of splitIntoParts(content)) {
      hash.update(part);
      if (parts.length === 0) first = Uint8Array.from(part.subarray(0, typeBytes));
      const sha256 = createHash('sha256').update(part).digest('hex');
      const number = parts.length + 1;
      const etag = await store.putPart(upload, { number, sha256 }, part);
      parts.push({ number, etag, sha256, bytes: part.length });
    }
    await store.completeUpload(upload, parts);
    const byteCount = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    return { byteCount, sha256: hash.digest('hex'), first };
  } catch (error) {
    await store.abortUpload(upload);
    throw error;
  }
}

/** Splits bytes into parts of equal size, except for the last one. Bytes of no length are one empty part. */
async function* splitIntoParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let isFirst = true;
  for await (const chunk of content) {
    let rest = chunk;
    while (length + rest.length >= partBytes) {
      const head = rest.subarray(0, partBytes - length);
      rest = rest.subarray(head.length);
      yield Buffer.concat([...chunks, head]);
      isFirst = false;
      chunks = [];
      length = 0;
    }
    if (rest.length > 0) chunks.push(rest);
    length += rest.length;
  }
  if (length > 0 || isFirst) yield Buffer.concat(chunks);
}

/** Computes the SHA-256 of a stream, in hexadecimal digits. */
export async function hashBytes(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
