import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Writes a document into a file of its own for a piece of work, and removes it again. */
export async function inFile<T>(document: unknown, work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'file-'));
  const file = path.join(folder, 'document.json');
  await writeFile(file, JSON.stringify(document));
  try {
    return await work(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
