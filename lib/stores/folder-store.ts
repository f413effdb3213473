import { createHash, randomUUID } from 'node:crypto';
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import {
  sumPartBytes,
  UploadLost,
  type FileStore,
  type StoredPart,
  type Upload,
} from './file-store.ts';
import { errorCode } from '../errors.ts';

export type FolderStoreOptions = {
  readonly folder: string;
};

/** The maximum age of an upload, as in the lifecycle rule of the bucket. */
const maxUploadAgeMilliseconds = 7 * 86_400_000;

/** The prefix of the names of files that are no stored files. */
const internalPrefix = '.';

const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/**
 * Stores files in a local folder. Every file is written under a temporary name and then moved, so that it is never
 * incomplete.
 * @rule Imports and exports: Who deletes files of exports? The service deletes only the parts of unfinished ones.
 */
export function createFolderStore({ folder }: FolderStoreOptions): FileStore {
  const uploadsFolder = path.join(folder, `${internalPrefix}uploads`);
  const folderOfUpload = ({ id }: Upload): string => path.join(uploadsFolder, path.basename(id));
  const filePath = (key: string): string => path.join(folder, key);
  // The name contains the checksum, so that a late process does not replace the part of another one.
  const partPath = (upload: Upload, { number, sha256 }: Pick<StoredPart, 'number' | 'sha256'>) =>
    path.join(folderOfUpload(upload), `${String(number).padStart(5, '0')}-${sha256}`);

  async function writeAtomically(
    key: string,
    write: (file: string) => Promise<void>,
  ): Promise<void> {
    const target = filePath(key);
    // If the process is killed, the file is removed together with old uploads.
    const temporaryFile = path.join(uploadsFolder, randomUUID());
    await mkdir(path.dirname(target), { recursive: true });
    await mkdir(uploadsFolder, { recursive: true });
    try {
      await write(temporaryFile);
      await rename(temporaryFile, target);
    } finally {
      await rm(temporaryFile, { force: true });
    }
  }

  return {
    location: path.resolve(folder),
    beginUpload: async (key) => {
      await removeOldUploads(uploadsFolder);
      const id = randomUUID();
      await mkdir(folderOfUpload({ key, id }), { recursive: true });
      return id;
    },
    putPart: async (upload, part, content) => {
      const file = partPath(upload, part);
      const temporaryFile = `${file}.${randomUUID()}`;
      try {
        await writeFile(temporaryFile, content, { flush: true });
      } catch (cause) {
        if (isMissing(cause)) throw new UploadLost(upload.key, { cause });
        throw cause;
      }
      await rename(temporaryFile, file);
      return part.sha256;
    },
    completeUpload: async (upload, parts) => {
      const names = await readdir(folderOfUpload(upload)).catch(() => undefined);
      if (names === undefined) {
        const file = await stat(filePath(upload.key)).catch(() => undefined);
        if (file?.size === sumPartBytes(parts)) return;
        throw new UploadLost(upload.key);
      }
      await writeAtomically(upload.key, async (temporaryFile) => {
        await using target = await open(temporaryFile, 'w');
        for (const part of parts) await target.appendFile(await readPart(upload, part));
        await target.sync();
      });
      await rm(folderOfUpload(upload), { recursive: true, force: true });
    },
    abortUpload: (upload) => rm(folderOfUpload(upload), { recursive: true, force: true }),
    copy: (from, to) =>
      writeAtomically(to, (temporaryFile) => copyFile(filePath(from), temporaryFile)),
    putText: (key, text) =>
      writeAtomically(key, (temporaryFile) => writeFile(temporaryFile, text, { flush: true })),
    read: (key) => openFile(filePath(key)),
  };

  async function readPart(upload: Upload, part: StoredPart): Promise<Buffer> {
    const content = await readFile(partPath(upload, part)).catch((cause: unknown) => {
      if (isMissing(cause)) throw new UploadLost(upload.key, { cause });
      throw cause;
    });
    const isIntact = createHash('sha256').update(content).digest('hex') === part.sha256;
    if (!isIntact) throw new UploadLost(upload.key);
    return content;
  }
}

/** Opens a file for reading; undefined if there is none. */
export async function openFile(file: string): Promise<Readable | undefined> {
  const handle = await open(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return handle?.createReadStream();
}

async function removeOldUploads(uploadsFolder: string): Promise<void> {
  const names = await readdir(uploadsFolder).catch(() => []);
  for (const name of names) {
    const upload = path.join(uploadsFolder, name);
    const { mtimeMs } = await stat(upload).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > maxUploadAgeMilliseconds)
      await rm(upload, { recursive: true, force: true });
  }
}
