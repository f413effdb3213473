import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { Extension } from '@electric-sql/pglite';
import { postgis } from '@electric-sql/pglite-postgis';

import { ensureCachedFolder, computeFingerprint } from '../../build/cache.ts';
import { readTarEntries, createTar } from '../../build/tar.ts';

/** The files that a database with PostGIS needs: the library, and the data of projections. */
const requiredFiles = /^(lib\/postgresql\/postgis-3\.so|share\/proj\/.*)$/;

const bundle = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite-postgis')),
  'postgis.tar.gz',
);

/**
 * Loads PostGIS for a database in which it is already installed, so without its installation scripts. Rasters and topology are
 * left out too. The whole package has 95 MB, which are decompressed and compiled each time a database is opened. This part is a
 * third of it, and takes half the memory.
 */
export async function loadTrimmedPostgis(): Promise<Extension> {
  const key = await computeFingerprint({
    files: ['package-lock.json'],
    settings: String(requiredFiles),
  });
  const folder = await ensureCachedFolder('postgis', key, writeTrimmedBundle);
  const bundlePath = pathToFileURL(path.join(folder, 'postgis.tar.gz'));
  return {
    ...postgis,
    setup: async (database, options) => ({
      ...(await postgis.setup(database, options)),
      bundlePath,
    }),
  };
}

async function writeTrimmedBundle(folder: string): Promise<void> {
  const entries = await Array.fromAsync(readTarEntries(bundle));
  const archive = createTar(entries.filter(({ name }) => requiredFiles.test(name)));
  await writeFile(path.join(folder, 'postgis.tar.gz'), await promisify(gzip)(archive));
}
