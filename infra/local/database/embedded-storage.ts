import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { openDatabaseThread, type DatabaseThread } from './embedded-thread.ts';
import { setupStatements } from './setup.ts';
import { extractTar } from './tar.ts';
import { ensureTemplate, findTemplate, type TemplateName } from './template.ts';

/** Where the embedded database is, and what a new one begins with. */
export type EmbeddedStorage = {
  /** Absent: in memory. */
  readonly directory?: string;
  /** A new one begins with this where it was prepared before, and else empty. */
  readonly template?: TemplateName;
  /** What one in memory begins with instead, as `dump` gave it. */
  readonly archive?: Uint8Array;
};

/** Opens the embedded database with roles and PostGIS in it: the one that is in the folder, else a new one from a template. */
export async function openStorage(storage: EmbeddedStorage): Promise<DatabaseThread> {
  const { directory } = storage;
  if (directory === undefined) {
    const archive = storage.archive ?? (await readFile(await templateFor(storage)));
    return openDatabaseThread({ kind: 'in memory', template: archive });
  }
  await makeWhereMissing(directory, storage);
  return openDatabaseThread({ kind: 'in folder', directory });
}

async function templateFor({ template: wanted = 'empty' }: EmbeddedStorage): Promise<string> {
  return (
    (wanted === 'empty' ? undefined : await findTemplate(wanted)) ??
    (await ensureTemplate('empty', makeEmpty))
  );
}

async function makeEmpty(): Promise<Uint8Array> {
  const thread = await openDatabaseThread({ kind: 'from nothing' });
  try {
    for (const statement of setupStatements) await thread.run(statement);
    return await thread.dump();
  } finally {
    await thread.kill();
  }
}

/**
 * While a database is being made, a file beside it says so: one whose making was cut off is made anew. A folder without
 * that file is never thrown away.
 */
async function makeWhereMissing(directory: string, storage: EmbeddedStorage): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  if (await exists(unfinished)) await rm(directory, { recursive: true, force: true });
  if (await exists(path.join(directory, 'PG_VERSION'))) return;
  await mkdir(directory, { recursive: true });
  await writeFile(unfinished, 'The database beside this file is being made.\n');
  await extractTar(await templateFor(storage), directory);
  await rm(unfinished, { force: true });
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
