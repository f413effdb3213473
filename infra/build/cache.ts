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

/** The cache folder. Its content is derived from the sources, and is rebuilt if it is missing. */
export const cacheFolder = path.join(root, 'node_modules/.cache/heritage-data-service');

const maxUnusedMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** The inputs from which a cached folder is built. */
export type CacheSources = {
  /** Glob patterns, relative to `folder`. */
  readonly files: readonly string[];
  /** By default the folder of this project. */
  readonly folder?: string;
  /** Any other inputs, as a JSON value. */
  readonly settings?: unknown;
};

/** Computes a short hash of the names and contents of files, and of settings. */
export async function computeFingerprint({
  files,
  folder = root,
  settings,
}: CacheSources): Promise<string> {
  const names: string[] = [];
  for await (const entry of glob([...files], { cwd: folder, withFileTypes: true })) {
    if (entry.isFile()) names.push(path.relative(folder, path.join(entry.parentPath, entry.name)));
  }
  const sortedNames = names.toSorted();
  const contents = await Promise.all(sortedNames.map((name) => readFile(path.join(folder, name))));
  const hash = createHash('sha256').update(JSON.stringify(settings ?? null));
  for (const [index, name] of sortedNames.entries()) {
    const content = contents[index] ?? '';
    hash.update(`\n${name} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Finds a folder in the cache, or builds it. If two processes build the same folder at the same time, the first one to finish
 * publishes it. Folders that were not used for a week are deleted. Without write access to the cache, a temporary folder is built.
 * @param name the name of the content
 * @param key the result of `computeFingerprint` for all inputs, so that the folder is never outdated
 * @param fill writes the content into an empty folder
 * @returns the absolute path of the folder
 */
export async function ensureCachedFolder(
  name: string,
  key: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const existingFolder = await findCachedFolder(name, key);
  if (existingFolder !== undefined) return existingFolder;
  const folder = folderPath(name, key);
  const unfinishedFolder = await createEmptyFolder(`${folder}.${randomUUID()}`);
  try {
    await fill(unfinishedFolder);
    return await publishFolder(folder, unfinishedFolder);
  } catch (error) {
    await rm(unfinishedFolder, { recursive: true, force: true });
    throw error;
  } finally {
    await removeUnused(name);
  }
}

/** Finds a folder in the cache. @returns its absolute path; undefined if it does not exist */
export async function findCachedFolder(name: string, key: string): Promise<string | undefined> {
  const folder = folderPath(name, key);
  return (await markUsed(folder)) ? folder : undefined;
}

function folderPath(name: string, key: string): string {
  return path.join(cacheFolder, `${name}-${key}`);
}

/** Sets the time of the last use of a folder. @returns whether the folder exists */
async function markUsed(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    // The time cannot be set in a read-only cache, such as that in the checkout of another user.
    async () => exists(folder),
  );
}

function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

async function createEmptyFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    return folder;
  } catch {
    return mkdtemp(path.join(tmpdir(), 'heritage-data-service-'));
  }
}

async function publishFolder(folder: string, unfinishedFolder: string): Promise<string> {
  if (path.dirname(folder) !== path.dirname(unfinishedFolder)) return unfinishedFolder;
  try {
    await rename(unfinishedFolder, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
    await rm(unfinishedFolder, { recursive: true, force: true });
  }
  return folder;
}

/** Deletes folders that were not used for a week, and also unfinished folders of killed processes. */
async function removeUnused(name: string): Promise<void> {
  const entries = await readdir(cacheFolder).catch(() => []);
  for (const entry of entries.filter((entry) => entry.startsWith(`${name}-`))) {
    const folder = path.join(cacheFolder, entry);
    const lastUsed = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - lastUsed > maxUnusedMilliseconds)
      await rm(folder, { recursive: true, force: true });
  }
}
