import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { errorCode } from '../../../../lib/errors.ts';
import { CommandError } from '../../command-error.ts';
import { readManifest } from '../../import/restore/manifest.ts';
import { toOutputError } from '../write-output.ts';

/** A file of a package, as the manifest lists it. */
export type WrittenFile = {
  /** Relative to the package, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** The parts of a file. */
type FileParts = AsyncIterable<string | Uint8Array> | Iterable<string>;

/** A package that is being written. */
export type PackageFolder = {
  /** Writes a file part by part. @returns its entry for the manifest */
  readonly write: (name: string, parts: FileParts) => Promise<WrittenFile>;
  /** Removes a written file. */
  readonly remove: (name: string) => Promise<void>;
  /** Moves the complete package to the target folder. */
  readonly finish: () => Promise<void>;
};

/**
 * Begins a package in `FOLDER.part`, beside the target folder. What an interrupted process left in it is removed.
 * @throws CommandError `output_not_writable`; `folder_in_use` if the target has files that are not an exported package
 */
export async function openPackageFolder(directory: string): Promise<PackageFolder> {
  const target = path.resolve(directory);
  const partFolder = `${target}.part`;
  try {
    await checkTarget(target);
    await rm(partFolder, { recursive: true, force: true });
    await mkdir(partFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toOutputError(directory, error);
  }
  return {
    write: async (name, parts) => {
      const file = path.join(partFolder, name);
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        return { path: name, ...(await writeParts(file, parts)) };
      } catch (error) {
        await rm(file, { force: true });
        throw toOutputError(file, error);
      }
    },
    remove: (name) => rm(path.join(partFolder, name)),
    finish: async () => {
      const formerFolder = `${target}.former`;
      await rm(formerFolder, { recursive: true, force: true });
      await rename(target, formerFolder).catch(ignoreMissing);
      await rename(partFolder, target);
      await rm(formerFolder, { recursive: true, force: true });
    },
  };
}

async function checkTarget(target: string): Promise<void> {
  const names = await readdir(target).catch(ignoreMissing);
  if (names.length === 0 || (await readManifest(target)) !== undefined) return;
  const message = `${target} has other files. Give a new folder, or one with an earlier export, which is replaced.`;
  throw new CommandError('folder_in_use', message);
}

function ignoreMissing(error: unknown): readonly string[] {
  if (errorCode(error) === 'ENOENT') return [];
  throw error;
}

async function writeParts(file: string, parts: FileParts): Promise<Omit<WrittenFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const part of parts) {
      const content = typeof part === 'string' ? Buffer.from(part) : part;
      hash.update(content);
      bytes += content.length;
      await handle.appendFile(content);
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}
