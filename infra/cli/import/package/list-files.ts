import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Folders of tools, which hold nothing of a package. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '__MACOSX']);

/**
 * The files of a folder at any depth, sorted by their paths, each once: links are followed, also to folders. What is hidden is passed
 * over, such as `.git`, and so is a link that leads nowhere.
 */
export async function listFilesBelow(directory: string): Promise<readonly string[]> {
  const walk: Walk = { seen: new Set([await realpath(directory)]), files: [], links: [] };
  await walkFolder(directory, walk);
  // Links come last, so that a file is known by its own path. What they lead to may have links, too.
  for (const link of walk.links) await visit(link, walk);
  return walk.files.sort();
}

type Walk = {
  /** Places without links. */
  readonly seen: Set<string>;
  readonly files: string[];
  readonly links: string[];
};

async function walkFolder(directory: string, walk: Walk): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || passedOver.has(entry.name)) continue;
    const place = path.join(directory, entry.name);
    if (entry.isSymbolicLink()) walk.links.push(place);
    else await visit(place, walk);
  }
}

async function visit(place: string, walk: Walk): Promise<void> {
  const target = await realpath(place).catch(() => undefined);
  if (target === undefined || walk.seen.has(target)) return;
  walk.seen.add(target);
  const found = await stat(target);
  if (found.isDirectory()) await walkFolder(place, walk);
  else if (found.isFile()) walk.files.push(place);
}
