import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/npm-packages');

/**
 * Unpacks a package of npm, without its dependencies, into node_modules/.cache, unless it is there. For large programs that only a test runs.
 * @returns its folder; undefined without a network
 */
export async function unpackNpmPackage(name: string, version: string): Promise<string | undefined> {
  const folder = path.join(cache, `${name}-${version}`);
  if (await exists(folder)) return folder;
  // Several processes can unpack the same package; the last one to finish wins.
  const unfinished = `${folder}.${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--silent'], {
      cwd: unfinished,
    });
    await run('tar', ['xzf', stdout.trim()], { cwd: unfinished });
    await rename(path.join(unfinished, 'package'), folder).catch((error: unknown) => {
      console.warn(`${name} is unpacked already: ${String(error)}`);
    });
    return folder;
  } catch (error) {
    console.warn(`${name} cannot be fetched from npm: ${String(error)}`);
    return undefined;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

const exists = (folder: string): Promise<boolean> =>
  access(folder).then(
    () => true,
    () => false,
  );
