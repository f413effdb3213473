import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startNode } from '../../../infra/local/child-process.ts';
import { logOutput } from '../../../infra/local/output-log.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kept-output-'));
  file = path.join(folder, 'functions.log');
});

afterEach(async () => rm(folder, { recursive: true }));

/** Runs a script and logs its output. @returns the last characters of the output */
async function run(script: string, maxBytes?: number): Promise<string> {
  const child = startNode(['--eval', script], {});
  const end = logOutput(child, file, maxBytes);
  await once(child.process, 'close');
  return end();
}

describe('the logged output of a process', () => {
  it('is stored completely, from both streams', async () => {
    await run("process.stdout.write('a'.repeat(300_000)); process.stderr.write('cause')");
    const loggedText = await readFile(file, 'utf8');
    expect([loggedText.length, loggedText.includes('cause')]).toEqual([300_005, true]);
  });

  it('replaces the output of an earlier process', async () => {
    await writeFile(file, 'earlier', { mode: 0o600 });
    await run("process.stdout.write('now')");
    expect(await readFile(file, 'utf8')).toBe('now');
  });

  it('is readable only for its owner', async () => {
    await run('');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is returned at the end, shortened to its last 4000 characters', async () => {
    const end = await run("process.stdout.write('a'.repeat(300_000) + 'cause of death')");
    expect(end).toHaveLength(4000);
    expect(end.endsWith('cause of death')).toBe(true);
  });

  it('fills at most two files: a full log becomes the only old copy, and both have the latest lines', async () => {
    const lines = Array.from({ length: 100_000 }, (_, number) => `line ${number}\n`).join('');
    await run(
      `for (let n = 0; n < 100_000; n += 1) process.stdout.write('line ' + n + '\\n');`,
      300_000,
    );
    expect((await readdir(folder)).toSorted()).toEqual(['functions.log', 'functions.log.old']);
    const [current, old] = await Promise.all(
      [file, `${file}.old`].map(async (name) => readFile(name, 'utf8')),
    );
    expect(Math.max(current?.length ?? 0, old?.length ?? 0)).toBeLessThanOrEqual(300_000);
    expect(old?.length).toBeGreaterThan(200_000);
    expect(lines.endsWith(`${old}${current}`)).toBe(true);
    expect((await stat(`${file}.old`)).mode & 0o777).toBe(0o600);
  });

  it('deletes the old copy of an earlier process', async () => {
    await writeFile(`${file}.old`, 'earlier');
    await run('');
    expect(await readdir(folder)).toEqual(['functions.log']);
  });

  it('is lost while the disk is full, which is reported once, and the process runs on', async () => {
    const child = startNode(
      ['--eval', `process.stdin.on('data', (text) => process.stdout.write(text))`],
      {},
    );
    const failures: string[] = [];
    const end = logOutput(child, file, 1000, (reason) => failures.push(reason));
    await rm(file);
    await symlink('/dev/full', file);
    for (const text of ['one ', 'two ', 'three ']) {
      child.process.stdin?.write(text);
      await vi.waitFor(() => expect(end()).toContain(text));
    }
    expect(failures).toEqual([expect.stringContaining('ENOSPC')]);
    await rm(file);
    child.process.stdin?.end('four');
    await once(child.process, 'close');
    expect(end()).toBe('one two three four');
    expect(await readFile(file, 'utf8')).toBe('four');
  });

  it('is stored in a new file after somebody removes the file', async () => {
    const child = startNode(
      ['--eval', `process.stdin.on('data', (text) => process.stdout.write(text))`],
      {},
    );
    logOutput(child, file, 10);
    await rm(file);
    child.process.stdin?.write('more than ten bytes');
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toMatch(/more/));
    await rm(file);
    child.process.stdin?.end('and again as many');
    await once(child.process, 'close');
    expect(await readFile(file, 'utf8')).toBe('and again as many');
  });
});
