import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { openThread, type DatabaseThread } from './embedded-thread.ts';
import { setupStatements } from './setup.ts';
import { readTemplate, writeTemplate } from './template.ts';

/**
 * Opens the embedded database with roles and PostGIS in it: the one that is in the folder, else a new one, from the
 * template when there is one.
 * @param directory absent: in memory
 * @param begin what a database in memory begins with, instead of the template
 */
export async function openPrepared(
  directory: string | undefined,
  begin?: Uint8Array,
): Promise<DatabaseThread> {
  return directory === undefined ? openInMemory(begin) : openOnDisk(directory);
}

async function openInMemory(begin: Uint8Array | undefined): Promise<DatabaseThread> {
  const template = begin ?? (await readTemplate());
  const thread = await openThread({ directory: undefined, template });
  if (template !== undefined) return thread;
  await makeAnew(thread);
  return thread;
}

/**
 * While a database is being made, a file beside it says so: one whose making was cut off is made anew. A folder without
 * that file is never thrown away.
 */
async function openOnDisk(directory: string): Promise<DatabaseThread> {
  const unfinished = `${directory}.unfinished`;
  if (await exists(unfinished)) await rm(directory, { recursive: true, force: true });
  if (await exists(path.join(directory, 'PG_VERSION'))) {
    return openThread({ directory, template: undefined });
  }
  await mkdir(directory, { recursive: true });
  await writeFile(unfinished, 'The database beside this file is being made.\n');
  const template = await readTemplate();
  const thread = await openThread({ directory, template });
  if (template === undefined) await makeAnew(thread);
  await rm(unfinished);
  return thread;
}

/** Without a template: makes what it would hold, and leaves one for the next. A checkout that cannot be written to has none. */
async function makeAnew(thread: DatabaseThread): Promise<void> {
  for (const statement of setupStatements) await thread.run(statement);
  await writeTemplate(await thread.dump()).catch(() => undefined);
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
