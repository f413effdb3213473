import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import type { Bundle } from '../../../infra/aws/packaging.ts';
import { checkIntegrity, NativePackageRefused } from '../../../infra/build/native-packages.ts';
import { loadPackagedService } from '../../gateway/emulator/load-packaged-service.ts';

let bundles: readonly Bundle[];

beforeAll(async () => {
  ({ bundles } = await loadPackagedService());
}, 300_000);

/** The folder into which the archive of a function was extracted. */
const folderOf = (name: string): string => {
  const file = bundles.find(({ functionName }) => functionName === name)?.file ?? '';
  return path.resolve(path.dirname(file), '../..');
};

describe('the archive of the function that derives copies of pictures', () => {
  it('has the native packages for the processor of Lambda, with their licences and a notice', async () => {
    const folder = folderOf('deriveFiles');
    const packages = path.join(folder, 'node_modules/@img');
    expect(await readdir(packages)).toEqual([
      'colour',
      'sharp-libvips-linux-arm64',
      'sharp-linux-arm64',
    ]);
    const names = await readdir(packages, { recursive: true });
    const libraries = names.filter((name) => /\.node$|\.so\./.test(name));
    expect(libraries).toHaveLength(2);
    for (const library of libraries) {
      const bytes = await readFile(path.join(packages, library));
      const [elf, machine] = [bytes.toString('latin1', 1, 4), bytes.readUInt16LE(18)];
      // The number of this processor in ELF.
      expect([elf, machine]).toEqual(['ELF', 183]);
    }
    expect(names).toContain('sharp-linux-arm64/LICENSE');
    expect(await readFile(path.join(folder, 'NOTICE'), 'utf8')).toContain('libvips');
  });

  it('has its code, which runs with the native packages of this machine', async () => {
    const file = path.join(folderOf('deriveFiles'), 'functions/schedule/derive-files.mjs');
    const { handler } = Object(await import(pathToFileURL(file).href));
    expect(handler.schedule).toMatchObject({ capability: 'derive', memory: 3008 });
  });

  it('is the only one with native packages', async () => {
    const names = bundles.map(({ functionName }) => functionName);
    const withPackages: string[] = [];
    for (const name of names)
      if ((await readdir(folderOf(name))).includes('node_modules')) withPackages.push(name);
    expect(withPackages).toEqual(['deriveFiles']);
  });
});

it('a native package with another content than the lock file states is refused', () => {
  const locked = { name: 'a', version: '1.0.0', integrity: 'sha512-AAAA' };
  expect(() => checkIntegrity(locked, Buffer.from('b'))).toThrow(NativePackageRefused);
});
