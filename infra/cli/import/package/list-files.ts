import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Folders that tools create, and that contain no files of the package. */
const skippedFolders: ReadonlySet<string> = new Set(['node_modules', '__MACOSX']);

/**
 * Lists the files of a folder at any depth, each once, sorted by path. Links to files and folders are followed. Hidden files and
 * folders such as `.git` are skipped, and so are broken links.
 */
export async function listFilesBelow(directory: string): Promise<readonly string[]> {
  const walk: Walk = { visited: new Set([await realpath(directory)]), files: [], links: [] };
  await walkFolder(directory, walk);
  // Links come last, so that a file in the folder is listed by its own path. The loop also visits links that it finds on the way.
  for (const link of walk.links) await visitPath(link, walk);
  return walk.files.sort();
}

type Walk = {
  /** The visited paths, with all links resolved. */
  readonly visited: Set<string>;
  readonly files: string[];
  readonly links: string[];
};

async function walkFolder(directory: string, walk: Walk): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || skippedFolders.has(entry.name)) continue;
    const entryPath = path.join(directory, entry.name);
    if (entry.isSymbolicLink()) walk.links.push(entryPath);
    else await visitPath(entryPath, walk);
  }
}

async function visitPath(entryPath: string, walk: Walk): Promise<void> {
  const target = await realpath(entryPath).catch(() => undefined);
  if (target === undefined || walk.visited.has(target)) return;
  walk.visited.add(target);
  const stats = await stat(target);
  if (stats.isDirectory()) await walkFolder(entryPath, walk);
  else if (stats.isFile()) walk.files.push(entryPath);
}
