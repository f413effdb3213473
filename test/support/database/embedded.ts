import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  openEmbeddedPostgres,
  type EmbeddedDatabase,
} from '../../../infra/local/database/embedded.ts';
import { fillDatabase, baseContent, type DatabaseContent } from './content.ts';
import { readTestRunId } from './test-run-id.ts';

const runFolder = (run: string): string => path.join(tmpdir(), `heritage-test-${run}`);

/** Opens an embedded database in memory, as a copy of the first database of this run with the same content. */
export async function openEmbeddedDatabase(content: DatabaseContent): Promise<EmbeddedDatabase> {
  const run = readTestRunId();
  if (content === 'bare' || run === undefined) {
    const database = await openEmbeddedPostgres();
    await fillDatabase(database, content, 'bare');
    return database;
  }
  const file = path.join(runFolder(run), content);
  const archive = await readFile(file).catch(() => undefined);
  if (archive !== undefined) return openEmbeddedPostgres({ archive });
  const base = baseContent[content];
  const database = await openEmbeddedDatabase(base);
  await fillDatabase(database, content, base);
  await storeArchive(file, await database.dump());
  return database;
}

export async function removeEmbeddedTemplates(run: string): Promise<void> {
  await rm(runFolder(run), { recursive: true, force: true });
}

/** Two processes can write the same file at once, so each writes a file of its own and renames it. */
async function storeArchive(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinishedFile = `${file}.${randomUUID()}`;
  await writeFile(unfinishedFile, bytes);
  await rename(unfinishedFile, file);
}
