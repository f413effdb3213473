import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { findRefusedLicences } from '../../../infra/build/dependencies.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(path.join(root, name), 'utf8'));

describe('the licences of the packages that npm installs', () => {
  it('are allowed', async () => {
    expect(findRefusedLicences(await readJson('package-lock.json'))).toEqual([]);
  });

  it.each([
    ['MIT', false, true],
    ['MPL-2.0', false, false],
    ['MPL-2.0', true, true],
    ['GPL-3.0-or-later', true, false],
    ['(MIT OR GPL-3.0-or-later)', false, true],
    ['(MIT AND GPL-3.0-or-later)', true, false],
    [undefined, true, false],
  ])(
    'are allowed unless they bind users of the service: %s, development tool: %s, allowed: %s',
    (license, dev, isAllowed) => {
      const packages = { '': {}, 'node_modules/a': { license, dev } };
      expect(findRefusedLicences({ packages }).length === 0).toBe(isAllowed);
    },
  );
});

it('the licence of libvips is allowed for the packages of sharp alone', () => {
  const license = 'LGPL-3.0-or-later';
  const refused = (name: string) =>
    findRefusedLicences({ packages: { '': {}, [name]: { license } } });
  expect(refused('node_modules/@img/sharp-libvips-linux-arm64')).toEqual([]);
  expect(refused('node_modules/@img/other')).toHaveLength(1);
  expect(refused('node_modules/a/node_modules/@img/sharp-linux-arm64')).toHaveLength(1);
});

describe('the list of components (SBOM, CycloneDX)', () => {
  it('names each package that the functions depend on, and no tool', async () => {
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
      cwd: root,
      maxBuffer: 50_000_000,
    });
    const document = JSON.parse(stdout);
    expect(document.bomFormat).toBe('CycloneDX');
    const names: readonly string[] = document.components.map(
      ({ group, name }: { group?: string; name: string }) =>
        group === undefined || name.startsWith('@') ? name : `${group}/${name}`,
    );
    const { dependencies } = Object(await readJson('package.json'));
    expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
    expect(names).not.toContain('vitest');
    expect(names.filter((name) => name.startsWith('@img/sharp-'))).toEqual([
      '@img/sharp-libvips-linux-arm64',
      '@img/sharp-linux-arm64',
    ]);
  });
});
