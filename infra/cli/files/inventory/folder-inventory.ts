import type { Dirent } from 'node:fs';
import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { errorCode } from '../../../../lib/errors.ts';
import type { FileInventory, StoredObject } from './file-inventory.ts';

const objectsPerPage = 1000;

/** Lists and deletes the files of a folder. It keeps no versions. Links are not followed. */
export function createFolderInventory(folder: string): FileInventory {
  const find = async (key: string): Promise<StoredObject | undefined> => {
    const stats = await undefinedIfMissing(stat(path.join(folder, key)));
    return stats?.isFile() === true ? { key, bytes: stats.size, storedAt: stats.mtime } : undefined;
  };
  const toKey = (entry: Dirent): string =>
    path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/');
  return {
    find,
    list: async function* listFolder(prefix) {
      for await (const entries of readEntries(path.join(folder, prefix))) {
        const objects = await Promise.all(entries.map((entry) => find(toKey(entry))));
        yield objects.filter((object) => object !== undefined);
      }
    },
    remove: (key) => rm(path.join(folder, key), { force: true }),
    purge: async (prefix) => {
      const target = path.join(folder, prefix);
      const count = await countFiles(target);
      await rm(target, { recursive: true, force: true });
      return count;
    },
  };
}

/** Reads the files of a folder and those below it. A folder can have millions, so no more than a page is in memory. */
async function* readEntries(folder: string): AsyncGenerator<readonly Dirent[]> {
  const directory = await undefinedIfMissing(opendir(folder, { recursive: true }));
  let entries: Dirent[] = [];
  for await (const entry of directory ?? []) {
    if (!entry.isFile()) continue;
    entries.push(entry);
    if (entries.length < objectsPerPage) continue;
    yield entries;
    entries = [];
  }
  yield entries;
}

async function countFiles(target: string): Promise<number> {
  const stats = await undefinedIfMissing(stat(target));
  if (stats === undefined || !stats.isDirectory()) return stats === undefined ? 0 : 1;
  let count = 0;
  for await (const entries of readEntries(target)) count += entries.length;
  return count;
}

async function undefinedIfMissing<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  return promise.catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}
