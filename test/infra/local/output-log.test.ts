import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startNode } from '../../../infra/local/child-process.ts';
import { logOutput } from '../../../infra/local/output-log.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kept-output-'));
  file = path.join(folder, 'functions.log');
});

afterEach(async () => rm(folder, { recursive: true }));

/** Runs a script to its end. @returns the end of its log */
async function run(script: string): Promise<string> {
  const child = startNode(['--eval', script], {});
  const end = logOutput(child, file);
  await once(child.process, 'close');
  return end();
}

describe('the output of a process', () => {
  it('is stored completely, from both streams', async () => {
    await run("process.stdout.write('a'.repeat(300_000)); process.stderr.write('cause')");
    const kept = await readFile(file, 'utf8');
    expect([kept.length, kept.includes('cause')]).toEqual([300_005, true]);
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

  it('is returned from its end, up to 4000 characters', async () => {
    const end = await run("process.stdout.write('a'.repeat(300_000) + 'cause of death')");
    expect(end).toHaveLength(4000);
    expect(end.endsWith('cause of death')).toBe(true);
  });
});
