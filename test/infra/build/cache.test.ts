import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { ensureCachedFolder, cacheFolder, computeFingerprint } from '../../../infra/build/cache.ts';

const name = `test-${randomUUID()}`;
const listFoldersOfThisTest = async (): Promise<readonly string[]> =>
  (await readdir(cacheFolder)).filter((entry) => entry.startsWith(name));

afterEach(async () => {
  for (const entry of await listFoldersOfThisTest()) {
    await rm(path.join(cacheFolder, entry), { recursive: true });
  }
});

const writeText =
  (text: string) =>
  async (folder: string): Promise<void> =>
    writeFile(path.join(folder, 'text'), text);

describe('a folder of the cache', () => {
  it('is created once for each key', async () => {
    const first = await ensureCachedFolder(name, 'key', writeText('first'));
    const second = await ensureCachedFolder(name, 'key', writeText('second'));
    expect(second).toBe(first);
    expect(await readFile(path.join(first, 'text'), 'utf8')).toBe('first');
  });

  it('is created once and completely by two concurrent callers', async () => {
    const folders = await Promise.all([
      ensureCachedFolder(name, 'key', writeText('one')),
      ensureCachedFolder(name, 'key', writeText('other')),
    ]);
    expect(new Set(folders).size).toBe(1);
    expect(await readFile(path.join(folders[0], 'text'), 'utf8')).toMatch(/^(one|other)$/);
    expect(await listFoldersOfThisTest()).toHaveLength(1);
  });

  it('does not exist after its creation failed', async () => {
    const fail = async (folder: string): Promise<void> => {
      await writeText('half')(folder);
      throw new Error('Broken off.');
    };
    await expect(ensureCachedFolder(name, 'key', fail)).rejects.toThrow('Broken off.');
    expect(await listFoldersOfThisTest()).toEqual([]);
  });
});

describe('the fingerprint of sources', () => {
  it('changes with a file name, a file content or a setting, but not with an unlisted file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'heritage-fingerprint-'));
    const fingerprintWith = (settings: string): Promise<string> =>
      computeFingerprint({ files: ['*.ts'], folder, settings });
    await writeFile(path.join(folder, 'a.ts'), '1');
    const first = await fingerprintWith('x');
    await writeFile(path.join(folder, 'unread.txt'), '1');
    expect(await fingerprintWith('x')).toBe(first);
    expect(await fingerprintWith('y')).not.toBe(first);
    await writeFile(path.join(folder, 'b.ts'), '');
    const second = await fingerprintWith('x');
    expect(second).not.toBe(first);
    await writeFile(path.join(folder, 'b.ts'), '2');
    expect(await fingerprintWith('x')).not.toBe(second);
    await rm(folder, { recursive: true });
  });
});
