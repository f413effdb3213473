import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/**
 * Installs a Python environment from PyPI into node_modules/.cache, unless the same requirements are installed already.
 * @param name of the environment
 * @param requirementsFile an absolute path
 * @returns the folder with its programs
 * @throws Error without Python or a network
 */
export async function installPythonPrograms(
  name: string,
  requirementsFile: string,
): Promise<string> {
  const folder = path.join(root, 'node_modules/.cache', name);
  const programs = path.join(folder, 'bin');
  // A copy of the requirements, written after their installation.
  const installedFile = path.join(folder, 'installed.txt');
  const requirements = await readFile(requirementsFile, 'utf8');
  const installedRequirements = await readFile(installedFile, 'utf8').catch(() => undefined);
  if (installedRequirements === requirements) return programs;
  await rm(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder]);
  await run(path.join(programs, 'pip'), ['install', '--quiet', '--requirement', requirementsFile]);
  await writeFile(installedFile, requirements);
  return programs;
}
