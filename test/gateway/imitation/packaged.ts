import { createHash } from 'node:crypto';
import { access, glob, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import {
  packageService,
  readPackaged,
  type PackagedService,
} from '../../../infra/aws/packaging.ts';

const root = resolve(import.meta.dirname, '../../..');
const sources = [
  '{functions,lib}/**/*.ts',
  'infra/aws/*.{yml,ts}',
  'serverless.yml',
  'package-lock.json',
];

const store = join(tmpdir(), 'heritage-data-service-packaged');
const oneDay = 24 * 60 * 60 * 1000;

async function sourceHash(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(sources, { cwd: root })) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Packages beside the directory and moves it there whole; another process may have been quicker. */
async function packageInto(directory: string): Promise<void> {
  const fresh = `${directory}.${process.pid}`;
  await packageService(fresh, 'test');
  try {
    await rename(fresh, directory);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!(await exists(directory))) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** What states of the sources left behind that nobody has asked for since yesterday. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(store)) {
    const { mtimeMs } = await stat(join(store, name));
    if (Date.now() - mtimeMs > oneDay)
      await rm(join(store, name), { recursive: true, force: true });
  }
}

/**
 * The packaged service: its template and its unpacked bundles. It is packaged once for one state of the
 * sources, whichever process asks first.
 */
export async function packagedTemplate(): Promise<PackagedService> {
  const directory = join(store, await sourceHash());
  if (!(await exists(directory))) {
    await packageInto(directory);
    await removeOld();
  }
  return readPackaged(directory);
}
