import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'node_modules/.cache/conformance-python');
const requirements = path.join(import.meta.dirname, 'requirements.txt');
/** A copy of the requirements, written after their installation. */
const installedFile = path.join(folder, 'installed.txt');

/**
 * Installs a Python environment for requirements.txt from PyPI, unless the same requirements are installed already.
 * @returns the folder with its programs
 */
export async function installPythonPrograms(): Promise<string> {
  const programs = path.join(folder, 'bin');
  const needed = await readFile(requirements, 'utf8');
  const installedRequirements = await readFile(installedFile, 'utf8').catch(() => undefined);
  if (installedRequirements === needed) return programs;
  await rm(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder]);
  await run(path.join(programs, 'pip'), ['install', '--quiet', '--requirement', requirements]);
  await writeFile(installedFile, needed);
  return programs;
}
