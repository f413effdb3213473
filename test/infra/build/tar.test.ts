import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { extractTar, readTarEntries, createTar } from '../../../infra/build/tar.ts';

// Made by GNU tar from the folder a with an empty folder, the file b.txt ("hello\n") and a symbolic link to it.
const archive = Buffer.from(
  'H4sIAAAAAAACA+3VSQoCMRBA0Vp7ipzApGOG87TQoBgHNILe3tDLRgQXCWL+21T2n6qMWqozRfR+nsVyvnmHwXpRXhq43/J4VUo6NerpeMlP/Vv9ow0b+rfpv13nR66+/8G5D/3Dsv9gSn9D/+p2U0rnlaDb/U/706HB/x/jN/c/BifK1j9N3e8/AAAAAAAAAAAAAOA/vADIPElqACgAAA==',
  'base64',
);

let directory: string;
let file: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'heritage-tar-'));
  file = path.join(directory, 'archive.tar.gz');
  await writeFile(file, archive);
});

afterAll(async () => rm(directory, { recursive: true, force: true }));

describe('a tar archive', () => {
  it('is read as its folders and files, without links', async () => {
    const entries = await Array.fromAsync(readTarEntries(file));
    expect(entries.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['a/', ''],
      ['a/empty/', ''],
      ['a/b.txt', 'hello\n'],
    ]);
  });

  it('is extracted into a folder', async () => {
    const target = path.join(directory, 'extracted');
    await extractTar(file, target);
    expect((await readdir(target, { recursive: true })).toSorted()).toEqual([
      'a',
      'a/b.txt',
      'a/empty',
    ]);
    expect(await readFile(path.join(target, 'a/b.txt'), 'utf8')).toBe('hello\n');
  });

  it('can be created from selected entries', async () => {
    const entries = await Array.fromAsync(readTarEntries(file));
    const chosen = path.join(directory, 'chosen.tar.gz');
    await writeFile(chosen, gzipSync(createTar(entries.filter(({ isFolder }) => !isFolder))));
    const [only, ...others] = await Array.fromAsync(readTarEntries(chosen));
    expect([only?.name, others]).toEqual(['a/b.txt', []]);
  });
});
