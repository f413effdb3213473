import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { Extension } from '@electric-sql/pglite';
import { postgis } from '@electric-sql/pglite-postgis';

import { cachedFolder, fingerprint } from '../../build/cache.ts';
import { readTarEntries, createTar } from './tar.ts';

/** What a database needs to run that has PostGIS already: the library, and the grids and the register of projections. */
const needed = /^(lib\/postgresql\/postgis-3\.so|share\/proj\/.*)$/;

const bundle = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite-postgis')),
  'postgis.tar.gz',
);

/**
 * PostGIS for a database that has it already. The package brings rasters, topology and every script besides: 95 MB, all of
 * which is unpacked and compiled whenever a database is opened. This is a third of it, and takes half of the memory.
 */
export async function loadTrimmedPostgis(): Promise<Extension> {
  const key = await fingerprint({ files: ['package-lock.json'], settings: String(needed) });
  const folder = await cachedFolder('postgis', key, writeNeeded);
  const bundlePath = pathToFileURL(path.join(folder, 'postgis.tar.gz'));
  return {
    ...postgis,
    setup: async (database, options) => ({
      ...(await postgis.setup(database, options)),
      bundlePath,
    }),
  };
}

async function writeNeeded(folder: string): Promise<void> {
  const entries = await Array.fromAsync(readTarEntries(bundle));
  const archive = createTar(entries.filter(({ name }) => needed.test(name)));
  await writeFile(path.join(folder, 'postgis.tar.gz'), await promisify(gzip)(archive));
}
