import { createHash, randomUUID } from 'node:crypto';
import {
  glob,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Where everything is that was made from the sources, and is made again where it is missing. */
export const cacheFolder = path.join(root, 'node_modules/.cache/heritage-data-service');

const oneWeek = 7 * 24 * 60 * 60 * 1000;

/** What a thing is made from. */
export type CacheSources = {
  /** Patterns of files, seen from the folder. */
  readonly files: readonly string[];
  /** The folder; absent: this project. */
  readonly folder?: string;
  /** Whatever else it depends on; anything that JSON takes. */
  readonly settings?: unknown;
};

/** A short text that changes whenever a name, a content or a setting does. */
export async function fingerprint({
  files,
  folder = root,
  settings,
}: CacheSources): Promise<string> {
  const names: string[] = [];
  for await (const entry of glob([...files], { cwd: folder, withFileTypes: true })) {
    if (entry.isFile()) names.push(path.relative(folder, path.join(entry.parentPath, entry.name)));
  }
  const sorted = names.toSorted();
  const contents = await Promise.all(sorted.map((name) => readFile(path.join(folder, name))));
  const hash = createHash('sha256').update(JSON.stringify(settings ?? null));
  for (const [index, name] of sorted.entries()) {
    const content = contents[index] ?? '';
    hash.update(`\n${name} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Gives a folder of the cache, made now where it is not there. Its key names all that it is made from, so one that is there
 * is never made again. Two processes may make it at once: each makes one of its own, and the first to be done puts it there.
 * What nobody has asked for within a week goes. Where the cache cannot be written to, the folder is a temporary one.
 * @param name what it holds
 * @param key as `fingerprint` gives it
 * @param make fills a folder that is there and empty
 * @returns the absolute path of the folder
 */
export async function cachedFolder(
  name: string,
  key: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const before = await existingCachedFolder(name, key);
  if (before !== undefined) return before;
  const folder = folderOf(name, key);
  const unfinished = await emptyFolder(`${folder}.${randomUUID()}`);
  try {
    await make(unfinished);
    return await moveInto(folder, unfinished);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await removeUnused(name);
  }
}

/** The folder where it was made before. */
export async function existingCachedFolder(name: string, key: string): Promise<string | undefined> {
  const folder = folderOf(name, key);
  return (await markUsed(folder)) ? folder : undefined;
}

function folderOf(name: string, key: string): string {
  return path.join(cacheFolder, `${name}-${key}`);
}

async function markUsed(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    // Somebody else's checkout may be read and not be marked.
    async () => isThere(folder),
  );
}

function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

async function emptyFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    return folder;
  } catch {
    return mkdtemp(path.join(tmpdir(), 'heritage-data-service-'));
  }
}

async function moveInto(folder: string, unfinished: string): Promise<string> {
  if (path.dirname(folder) !== path.dirname(unfinished)) return unfinished;
  try {
    await rename(unfinished, folder);
  } catch (error) {
    if (!(await isThere(folder))) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** Unfinished folders of processes that were killed are among these. */
async function removeUnused(name: string): Promise<void> {
  const found = await readdir(cacheFolder).catch(() => []);
  for (const one of found.filter((entry) => entry.startsWith(`${name}-`))) {
    const folder = path.join(cacheFolder, one);
    const lastUsed = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - lastUsed > oneWeek) await rm(folder, { recursive: true, force: true });
  }
}
