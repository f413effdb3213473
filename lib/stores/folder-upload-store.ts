import { createHash, randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { errorCode } from '../errors.ts';
import { openFile } from './folder-store.ts';
import { createFolderForm } from './folder-form.ts';
import { BytesChanged, type KeptBytes, type SentBytes, type UploadStore } from './upload-store.ts';

/** As in the lifecycle rule of the bucket. */
const maxAgeMilliseconds = 86_400_000;

/**
 * Takes the bytes of clients into a local folder, in place of a bucket. The entity tag is the SHA-256.
 * @param links the address of the folder; undefined if it has none
 */
export function createFolderUploadStore(folder: string, links: string | undefined): UploadStore {
  const pathOf = (key: string): string => path.join(folder, key);
  return {
    createForm: async (terms) => {
      await removeOldFiles(path.dirname(pathOf(terms.key)));
      return createFolderForm(folder, links, terms);
    },
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

/** Removes what waits in a folder for longer than in the bucket. */
async function removeOldFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > maxAgeMilliseconds) await rm(file, { force: true });
  }
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
  const content = await openFile(file);
  if (content === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  const { size } = await stat(file);
  return { byteCount: size, sha256: hash.digest('hex') };
}
