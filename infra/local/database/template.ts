import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import * as z from 'zod';

import { ensureCachedFolder, findCachedFolder, computeFingerprint } from '../../build/cache.ts';
import { sessionSettings, setupStatements } from './setup.ts';

/** A prepared database: `empty` has the roles and PostGIS; `sample` also has the tables and the sample data, but no accounts or keys. */
export type TemplateName = 'empty' | 'sample';

const packageFileSchema = z.object({ version: z.string() });

async function readInstalledVersion(name: string): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(name);
  const content = await readFile(path.join(entry, '../../package.json'), 'utf8');
  return packageFileSchema.parse(JSON.parse(content)).version;
}

/** Computes a hash of everything that a template depends on: versions of PGlite and PostGIS, setup, and for the sample all code. */
async function computeTemplateKey(name: TemplateName): Promise<string> {
  const versions = await Promise.all(
    ['@electric-sql/pglite', '@electric-sql/pglite-postgis'].map(readInstalledVersion),
  );
  return computeFingerprint({
    files: name === 'empty' ? [] : ['{lib,infra}/**', 'package-lock.json'],
    settings: [versions, setupStatements, sessionSettings],
  });
}

const archivePath = (folder: string): string => path.join(folder, 'database.tar.gz');

/** Finds the archive (tar, gzip) of a prepared database, or creates it. @returns its path */
export async function ensureTemplate(
  name: TemplateName,
  create: () => Promise<Uint8Array>,
): Promise<string> {
  const folder = await ensureCachedFolder(
    `database-${name}`,
    await computeTemplateKey(name),
    async (newFolder) => {
      await writeFile(archivePath(newFolder), await create());
    },
  );
  return archivePath(folder);
}

/** Finds the archive of a prepared database. @returns its path; undefined if it is missing or outdated */
export async function findTemplate(name: TemplateName): Promise<string | undefined> {
  const folder = await findCachedFolder(`database-${name}`, await computeTemplateKey(name));
  return folder === undefined ? undefined : archivePath(folder);
}
