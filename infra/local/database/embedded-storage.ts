import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { openDatabaseThread, type DatabaseThread } from './embedded-thread.ts';
import { setupStatements } from './setup.ts';
import { extractTar } from './tar.ts';
import { ensureTemplate, findTemplate, type TemplateName } from './template.ts';

export type EmbeddedStorage = {
  /** In memory if absent. */
  readonly directory?: string;
  /** The template of a new database, if it was prepared before; otherwise `empty`. */
  readonly template?: TemplateName;
  /** A dump to load into a database in memory instead. */
  readonly archive?: Uint8Array;
};

/** Opens the embedded database of the folder, or a new one from a template. */
export async function openStorage(storage: EmbeddedStorage): Promise<DatabaseThread> {
  const { directory } = storage;
  if (directory === undefined) {
    const archive = storage.archive ?? (await readFile(await findTemplateFile(storage)));
    return openDatabaseThread({ kind: 'in memory', template: archive });
  }
  await createIfMissing(directory, storage);
  return openDatabaseThread({ kind: 'in folder', directory });
}

async function findTemplateFile({ template = 'empty' }: EmbeddedStorage): Promise<string> {
  return (
    (template === 'empty' ? undefined : await findTemplate(template)) ??
    (await ensureTemplate('empty', createEmptyTemplate))
  );
}

async function createEmptyTemplate(): Promise<Uint8Array> {
  const thread = await openDatabaseThread({ kind: 'from nothing' });
  try {
    for (const statement of setupStatements) await thread.run(statement);
    return await thread.dump();
  } finally {
    await thread.kill();
  }
}

/** A marker file beside the folder shows that its creation is not finished; only such a folder is deleted and created again. */
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
