import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import * as z from 'zod';

import { cachedFolder, existingCachedFolder, fingerprint } from '../../build/cache.ts';
import { sessionSettings, setupStatements } from './setup.ts';

/** A prepared database: `empty` has roles and PostGIS; `sample` has the tables and the sample besides, and no account or key. */
export type TemplateName = 'empty' | 'sample';

const packageFile = z.object({ version: z.string() });

async function installedVersion(name: string): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(name);
  const content = await readFile(path.join(entry, '../../package.json'), 'utf8');
  return packageFile.parse(JSON.parse(content)).version;
}

/** What it depends on: the versions of the database and PostGIS, what the setup makes, and for the sample all code besides. */
async function keyOf(name: TemplateName): Promise<string> {
  const versions = await Promise.all(
    ['@electric-sql/pglite', '@electric-sql/pglite-postgis'].map(installedVersion),
  );
  return fingerprint({
    files: name === 'empty' ? [] : ['{lib,infra}/**', 'package-lock.json'],
    settings: [versions, setupStatements, sessionSettings],
  });
}

const fileIn = (folder: string): string => path.join(folder, 'database.tar.gz');

/**
 * The prepared database, made by `make` where it is not there.
 * @returns the archive (tar, gzip) that new ones are made from in a second
 */
export async function ensureTemplate(
  name: TemplateName,
  make: () => Promise<Uint8Array>,
): Promise<string> {
  const folder = await cachedFolder(`database-${name}`, await keyOf(name), async (unfinished) => {
    await writeFile(fileIn(unfinished), await make());
  });
  return fileIn(folder);
}

/** The archive of a prepared database that was made before from what is there now. */
export async function findTemplate(name: TemplateName): Promise<string | undefined> {
  const folder = await existingCachedFolder(`database-${name}`, await keyOf(name));
  return folder === undefined ? undefined : fileIn(folder);
}
