import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as z from 'zod';

import { sessionSettings, setupStatements } from './setup.ts';

const cacheFolder = fileURLToPath(
  new URL('../../../node_modules/.cache/heritage-data-service/', import.meta.url),
);
const packageFile = z.object({ version: z.string() });

async function installedVersion(name: string): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(name);
  const content = await readFile(join(entry, '../../package.json'), 'utf8');
  return packageFile.parse(JSON.parse(content)).version;
}

/** What a prepared database depends on: the versions of the database and PostGIS, and what the setup makes. */
async function fingerprint(): Promise<string> {
  const versions = await Promise.all(
    ['@electric-sql/pglite', '@electric-sql/pglite-postgis'].map(installedVersion),
  );
  const made = JSON.stringify([setupStatements, sessionSettings]);
  const digest = createHash('sha256').update(made).digest('hex').slice(0, 8);
  return [...versions, digest].join('-');
}

async function templateFile(): Promise<string> {
  return join(cacheFolder, `database-${await fingerprint()}.tar.gz`);
}

/** The prepared database (roles and PostGIS, no tables) that new ones are made from in a second or two, if there is one. */
export async function readTemplate(): Promise<Uint8Array | undefined> {
  const file = await templateFile();
  return readFile(file).catch(() => undefined);
}

/** Keeps a prepared database for the next. Two processes may write it at once: each writes a file of its own first. */
export async function writeTemplate(bytes: Uint8Array): Promise<void> {
  const file = await templateFile();
  await mkdir(cacheFolder, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}
