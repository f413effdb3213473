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

/** The inputs of a cached folder. */
export type CacheSources = {
  /** Glob patterns, relative to the folder. */
  readonly files: readonly string[];
  /** This project by default. */
  readonly folder?: string;
  /** Other inputs; any JSON value. */
  readonly settings?: unknown;
};

/** Computes a short hash of the names and contents of files, and of settings. */
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
 * Returns a folder of the cache, and builds it if it is missing. Its key covers all inputs, so a folder is built
 * once. If two processes build it at the same time, the first one to finish publishes it. Folders that are unused for a
 * week are deleted. Without write access to the cache, it builds a temporary folder.
 * @param name the name of its content
 * @param key a `fingerprint`
 * @param fill fills an empty folder
 * @returns the absolute path of the folder
 */
export async function cachedFolder(
  name: string,
  key: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const existing = await existingCachedFolder(name, key);
  if (existing !== undefined) return existing;
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

/** Returns the path of a cached folder, if it exists. */
export async function existingCachedFolder(name: string, key: string): Promise<string | undefined> {
  const folder = folderPath(name, key);
  return (await markUsed(folder)) ? folder : undefined;
}

function folderPath(name: string, key: string): string {
  return path.join(cacheFolder, `${name}-${key}`);
}

async function markUsed(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    // In the checkout of another user, the cache can be read-only.
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

/** Removes folders that are unused for a week, and with them unfinished folders of killed processes. */
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
