import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { errorCode } from '../errors.ts';
import { BytesChanged, type KeptBytes, type SentBytes, type UploadStore } from './upload-store.ts';

/** Takes the bytes of clients into a local folder, in place of a bucket. The entity tag is the SHA-256. */
export function createFolderUploadStore(folder: string): UploadStore {
  const pathOf = (key: string): string => path.join(folder, key);
  return {
    readFirst: (key, count) => readFirst(pathOf(key), count),
    copyVersion: async (from, to, etag) => {
      const copied = await placeNew(pathOf(to), (file) => copyFile(pathOf(from), file));
      if (copied.sha256 !== etag) throw new BytesChanged();
      return copied;
    },
    putNew: async (key, content) => {
      const kept = await placeNew(pathOf(key), (file) => writeFile(file, content));
      const sha256 = createHash('sha256').update(content).digest('hex');
      if (kept.sha256 !== sha256) throw new BytesChanged();
      return kept;
    },
  };
}

async function readFirst(file: string, count: number): Promise<SentBytes | undefined> {
  const kept = await describeFile(file);
  if (kept === undefined) return undefined;
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
  return {
    etag: kept.sha256,
    byteCount: kept.byteCount,
    first: Uint8Array.from(buffer.subarray(0, bytesRead)),
  };
}

/** Writes a file under another name, then gives it its own, unless there is a file of this name. */
async function placeNew(
  target: string,
  write: (file: string) => Promise<void>,
): Promise<KeptBytes> {
  await mkdir(path.dirname(target), { recursive: true });
  const temporaryFile = `${target}.${randomUUID()}`;
  try {
    await write(temporaryFile);
    await link(temporaryFile, target).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') throw new BytesChanged({ cause });
    throw cause;
  } finally {
    await rm(temporaryFile, { force: true });
  }
  const kept = await describeFile(target);
  if (kept === undefined) throw new BytesChanged();
  return kept;
}

async function describeFile(file: string): Promise<KeptBytes | undefined> {
  const stats = await stat(file).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
  if (stats === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return { byteCount: stats.size, sha256: hash.digest('hex') };
}
