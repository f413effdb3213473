import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'node_modules/.cache/conformance-python');
const requirements = path.join(import.meta.dirname, 'requirements.txt');
/** The requirements that are installed, written after the installation. */
const installed = path.join(folder, 'installed.txt');

/**
 * The folder with the programs of a Python environment for requirements.txt. It is created from PyPI at the first run, and again after a
 * change of
 * that file.
 */
export async function installPythonPrograms(): Promise<string> {
  const programs = path.join(folder, 'bin');
  const needed = await readFile(requirements, 'utf8');
  const there = await readFile(installed, 'utf8').catch(() => undefined);
  if (there === needed) return programs;
  await rm(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder]);
  await run(path.join(programs, 'pip'), ['install', '--quiet', '--requirement', requirements]);
  await writeFile(installed, needed);
  return programs;
}
