import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readFileBytes } from '../../../../infra/cli/import/read-file.ts';
import { ReadingProgress } from '../../../../infra/cli/import/reading-progress.ts';

describe('the part of the files of an import that is read', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'heritage-reading-'));
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const write = async (name: string, content: Uint8Array): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  };

  it('grows from file to file, also if one is packed or was read before', async () => {
    const plain = await write('a.json', Buffer.alloc(1_000_000, 'a'));
    const packed = await write('b.json.gz', gzipSync(Buffer.alloc(1000, 'b')));
    for await (const chunk of readFileBytes(plain)) expect(chunk.length).toBeGreaterThan(0);
    const reading = new ReadingProgress([packed, plain]);
    expect(reading.fraction()).toBe(0);
    const fractions: number[] = [];
    for (const file of [packed, plain]) {
      reading.begin(file);
      for await (const chunk of readFileBytes(file)) {
        expect(chunk.length).toBeGreaterThan(0);
        fractions.push(reading.fraction() ?? -1);
      }
    }
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));
    expect(fractions[0]).toBeLessThan(0.5);
    expect(fractions.at(-1)).toBe(1);
  });

  it('is not known if the source is no file', () => {
    const reading = new ReadingProgress(['database']);
    reading.begin('database');
    expect(reading.fraction()).toBeUndefined();
  });
});
