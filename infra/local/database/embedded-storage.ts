import { mkdir, rm, stat, writeFile } from 'node:fs/promises';

import { openThread, type DatabaseThread } from './embedded-thread.ts';
import { setupStatements } from './setup.ts';
import { readTemplate, writeTemplate } from './template.ts';

/**
 * Opens the embedded database with roles and PostGIS in it: the one that is in the folder, else a new one, from the
 * template when there is one.
 * @param directory absent: in memory
 */
export async function openPrepared(directory: string | undefined): Promise<DatabaseThread> {
  return directory === undefined ? openInMemory() : openOnDisk(directory);
}

async function openInMemory(): Promise<DatabaseThread> {
  const template = await readTemplate();
  const thread = await openThread({ directory: undefined, template });
  if (template !== undefined) return thread;
  await setUp(thread);
  await writeTemplate(await thread.dump());
  return thread;
}

/** A file beside the database tells that it was finished, so that one whose making was cut off is made anew. */
async function openOnDisk(directory: string): Promise<DatabaseThread> {
  const finished = `${directory}.ready`;
  if (await exists(finished)) return openThread({ directory, template: undefined });
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const template = await readTemplate();
  const thread = await openThread({ directory, template });
  if (template === undefined) await setUp(thread);
  await writeFile(finished, 'The database beside this file is complete.\n');
  return thread;
}

async function setUp(thread: DatabaseThread): Promise<void> {
  for (const statement of setupStatements) await thread.run(statement);
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
