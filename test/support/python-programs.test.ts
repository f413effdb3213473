import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { listTestFiles } from './test-kinds.ts';
import { readImports } from './imports.ts';
import { installPythonPrograms } from './python-programs.ts';

const run = promisify(execFile);
let parent = '';
let requirementsFile = '';
let installations = 0;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'python-programs-'));
  requirementsFile = path.join(parent, 'requirements.txt');
  await writeFile(requirementsFile, 'judge==1\n');
  installations = 0;
});

afterEach(async () => rm(parent, { recursive: true }));

/** Writes a program whose interpreter is a script of the same folder, as pip does. */
async function install(folder: string): Promise<void> {
  installations += 1;
  const programs = path.join(folder, 'bin');
  await mkdir(programs, { recursive: true });
  await writeFile(path.join(programs, 'python'), '#!/bin/sh\necho "run: $1"\n');
  await writeFile(path.join(programs, 'judge'), `#!${path.join(programs, 'python')}\n`);
  for (const name of ['python', 'judge']) await chmod(path.join(programs, name), 0o755);
}

const installJudges = () => installPythonPrograms('judges', requirementsFile, { install, parent });

describe('programs of Python', () => {
  it('are installed once if several tests need them at once', async () => {
    const folders = await Promise.all(Array.from({ length: 8 }, installJudges));
    expect([new Set(folders).size, installations]).toEqual([1, 1]);
  });

  it('run from the folder that they are moved to', async () => {
    const programs = await installJudges();
    // A script cannot be the interpreter of a script on every system, so the path itself is compared.
    expect(await readFile(path.join(programs, 'judge'), 'utf8')).toBe(`#!${programs}/python\n`);
    expect((await run(path.join(programs, 'python'), ['it'])).stdout).toBe('run: it\n');
  });

  it('are installed again after an installation that failed or was killed', async () => {
    const failing = async (folder: string): Promise<void> => {
      await install(folder);
      throw new Error('no network');
    };
    await expect(
      installPythonPrograms('judges', requirementsFile, { install: failing, parent }),
    ).rejects.toThrow('no network');
    const programs = await installJudges();
    expect(await readdir(programs)).toEqual(['judge', 'python']);
  });

  it('replace those of other requirements', async () => {
    const former = await installJudges();
    await writeFile(requirementsFile, 'judge==2\n');
    const programs = await installJudges();
    expect(programs).not.toBe(former);
    expect((await readdir(parent)).filter((name) => name.startsWith('judges-'))).toHaveLength(1);
  });

  it('are needed by no test of npm test', () => {
    const installers = new Set(
      ['python-programs.ts', 'moto.ts'].map((name) => path.join(import.meta.dirname, name)),
    );
    const root = path.resolve(import.meta.dirname, '../..');
    const tests = [...listTestFiles('unit'), ...listTestFiles('local')].filter(
      (name) => name !== 'test/support/python-programs.test.ts',
    );
    const needing = tests.filter((name) =>
      readImports(path.join(root, name)).some((file) => installers.has(file)),
    );
    expect(needing).toEqual([]);
  });
});
