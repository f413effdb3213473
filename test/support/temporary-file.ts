import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a folder for some work and removes it afterwards. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes a text to a file for some work and removes it afterwards. */
export async function withTextFile<T>(
  name: string,
  text: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return work(file);
  });
}

/** Writes a JSON document to a file for some work and removes it afterwards. */
export async function withJsonFile<T>(
  document: unknown,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return withTextFile('document.json', JSON.stringify(document), work);
}
