import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { startDatabaseThread, type DatabaseThread } from './embedded-thread.ts';
import { setupStatements } from './setup.ts';
import { extractTar } from '../../build/tar.ts';
import { ensureTemplate, findTemplate, type TemplateName } from './template.ts';

export type EmbeddedStorage = {
  /** The folder of the database; if undefined, the database is in memory. */
  readonly directory?: string;
  /** The template of a new database. If it has not been prepared, `empty` is used instead. */
  readonly template?: TemplateName;
  /** A dump from which a database in memory is created, instead of a template. */
  readonly archive?: Uint8Array;
};

/** Opens the embedded database in its folder, or creates one from a template. */
export async function openOrCreateDatabase(storage: EmbeddedStorage): Promise<DatabaseThread> {
  const { directory } = storage;
  if (directory === undefined) {
    const archive = storage.archive ?? (await readFile(await findTemplateFile(storage)));
    return startDatabaseThread({ kind: 'in memory', template: archive });
  }
  await createIfMissing(directory, storage);
  return startDatabaseThread({ kind: 'in folder', directory });
}

async function findTemplateFile({ template = 'empty' }: EmbeddedStorage): Promise<string> {
  return (
    (template === 'empty' ? undefined : await findTemplate(template)) ??
    (await ensureTemplate('empty', createEmptyTemplate))
  );
}

async function createEmptyTemplate(): Promise<Uint8Array> {
  const thread = await startDatabaseThread({ kind: 'from nothing' });
  try {
    for (const statement of setupStatements) await thread.run(statement);
    return await thread.dump();
  } finally {
    await thread.kill();
  }
}

/**
 * Creates the database of a folder, if there is none. During the creation, a marker file is beside the folder. If the marker is
 * there at the next call, the creation was interrupted, and the folder is deleted and created again.
 */
async function createIfMissing(directory: string, storage: EmbeddedStorage): Promise<void> {
  const marker = `${directory}.unfinished`;
  if (await exists(marker)) await rm(directory, { recursive: true, force: true });
  if (await exists(path.join(directory, 'PG_VERSION'))) return;
  await mkdir(directory, { recursive: true });
  await writeFile(marker, 'The database beside this file is being created.\n');
  await extractTar(await findTemplateFile(storage), directory);
  await rm(marker, { force: true });
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
