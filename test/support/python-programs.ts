import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { DataFolderInUse, lockDataFolder } from '../../infra/local/data-folder.ts';

const run = promisify(execFile);
const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache');

/** Creates a Python environment with the requirements of a file in an empty folder. */
type Install = (folder: string, requirementsFile: string) => Promise<void>;

const installFromPypi: Install = async (folder, requirementsFile) => {
  await run('python3', ['-m', 'venv', folder]);
  const pip = path.join(folder, 'bin', 'pip');
  // Compiling all modules takes longer than downloading them, and few are used.
  await run(pip, ['install', '--quiet', '--no-compile', '--requirement', requirementsFile]);
};

/**
 * Installs a Python environment from PyPI into node_modules/.cache, unless the same requirements are installed already. Of several
 * processes one installs it, and the others wait. An environment exists completely or not at all.
 * @param name of the environment
 * @param requirementsFile an absolute path
 * @returns the folder with its programs
 * @throws Error without Python or a network
 */
export async function installPythonPrograms(
  name: string,
  requirementsFile: string,
  { install = installFromPypi, parent = cache } = {},
): Promise<string> {
  const requirements = await readFile(requirementsFile);
  const key = createHash('sha256').update(requirements).digest('hex').slice(0, 16);
  const folder = path.join(parent, `${name}-${key}`);
  if (!(await exists(folder))) {
    await runLocked(path.join(parent, `lock-of-${name}`), async () => {
      if (await exists(folder)) return;
      await removeFormer(parent, name);
      await installInto(folder, requirementsFile, install);
    });
  }
  return path.join(folder, 'bin');
}

async function installInto(
  folder: string,
  requirementsFile: string,
  install: Install,
): Promise<void> {
  const unfinishedFolder = `${folder}.unfinished`;
  await mkdir(unfinishedFolder, { recursive: true });
  await install(unfinishedFolder, requirementsFile);
  await replaceInterpreters(unfinishedFolder, folder);
  await rename(unfinishedFolder, folder);
}

/** Names the interpreter of each program, which pip writes with an absolute path, as it will be after the folder is renamed. */
async function replaceInterpreters(folder: string, finalFolder: string): Promise<void> {
  const programs = path.join(folder, 'bin');
  for (const entry of await readdir(programs, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(programs, entry.name);
    const text = await readFile(file, 'latin1');
    if (text.startsWith(`#!${folder}/`)) {
      await writeFile(file, text.replace(folder, finalFolder), 'latin1');
    }
  }
}

/** Removes environments of the same name with other requirements, and what an installation that was ended has left. */
async function removeFormer(parent: string, name: string): Promise<void> {
  const pattern = new RegExp(`^${name}-[\\da-f]{16}(?:\\.unfinished)?$`);
  for (const entry of await readdir(parent)) {
    if (pattern.test(entry)) await rm(path.join(parent, entry), { recursive: true, force: true });
  }
}

/** Runs a task while no other process or thread runs one with the same lock. */
async function runLocked(lockFolder: string, task: () => Promise<void>): Promise<void> {
  const lock = await waitForLock(lockFolder);
  try {
    await task();
  } finally {
    await lock.release();
  }
}

async function waitForLock(lockFolder: string): ReturnType<typeof lockDataFolder> {
  for (;;) {
    try {
      return await lockDataFolder(lockFolder);
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      await wait(200);
    }
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
