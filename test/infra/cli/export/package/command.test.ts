import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { refreshImportedNames } from '../../../../../infra/cli/import/refresh-imported-names.ts';
import { manifestName } from '../../../../../infra/cli/import/restore/manifest.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { takeSample } from '../../../../support/random/take-sample.ts';
import { openCommandLineService, type CommandLineService } from '../../beside-service.ts';
import type { Run } from '../../command.ts';
import { killHdsAt } from '../../kill-hds.ts';
import { createTestContext } from '../../import/importing.ts';
import { fingerprintOf } from './package-workshop.ts';

let service: CommandLineService;
let directory: string;

beforeAll(async () => {
  service = await openCommandLineService('sample');
  directory = path.join(service.folder, 'package');
  // An import ends with this: names that were marked before the export would differ afterwards.
  await refreshImportedNames(createTestContext(service.stack.dataApi));
  await service.stack.owner.write(
    rawSql(`insert into account (username, password_hash) values ('ann', 'hash-of-ann')`),
  );
});

afterAll(async () => service?.close());

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true });
  const paths = entries.map((entry) => path.join(folder, entry));
  const files = await Promise.all(
    paths.map(async (file) => ((await stat(file)).isFile() ? [file] : [])),
  );
  return files.flat();
}

async function readText(folder: string): Promise<string> {
  const texts = (await listFiles(folder)).map((file) => readFile(file, 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

const exportPackage = (...words: readonly string[]): Promise<string> =>
  service.outputOf('export', 'package', directory, ...words);

describe('hds export package', () => {
  it('writes files that only their owner may read, and no hashes', async () => {
    expect(await exportPackage()).toMatch(/\d+ resource instances and \d+ graphs/);
    for (const file of await listFiles(directory)) {
      expect([file, (await stat(file)).mode & 0o777]).toEqual([file, 0o600]);
      expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    }
    expect(await readText(directory)).not.toContain('hash-of-ann');
  });

  it('writes hashes on request, and replaces the earlier package', async () => {
    const extraFile = path.join(directory, 'extra');
    await writeFile(extraFile, '');
    await exportPackage('--with-hashes');
    expect(await readText(directory)).toContain('hash-of-ann');
    await expect(stat(extraFile)).rejects.toThrow('ENOENT');
  });

  it.each([
    [['/tmp/heritage-of-zoe', '--as', 'zoe'], 'There is no account zoe'],
    [[import.meta.filename], 'cannot be written'],
  ])('reports what is wrong: %s', async (words, message) => {
    const { code, error } = await service.run('export', 'package', ...words);
    expect([code, error]).toEqual([1, expect.stringContaining(message)]);
  });

  it('leaves a folder with other files alone', async () => {
    const { code, error } = await service.run('export', 'package', service.folder);
    expect([code, error]).toEqual([1, expect.stringContaining('has other files')]);
  });

  it('refuses a deactivated account', async () => {
    await service.stack.owner.write(
      rawSql(`insert into account (username, is_active) values ('olaf', false)`),
    );
    const { code, error } = await service.run('export', 'package', directory, '--as', 'olaf');
    expect([code, error]).toEqual([1, expect.stringContaining('is deactivated')]);
  });

  it('is complete after a killed process, with the same command', async () => {
    await exportPackage();
    const whole = await listFiles(directory);
    const other = path.join(service.folder, 'killed');
    const words = ['export', 'package', other];
    expect(await killHdsAt(service, 'from edit_log t', ...words)).toBeNull();
    await expect(stat(other)).rejects.toThrow('ENOENT');
    await service.outputOf(...words);
    const names = (files: readonly string[], folder: string) =>
      files.map((file) => path.relative(folder, file)).toSorted();
    expect(names(await listFiles(other), other)).toEqual(names(whole, directory));
    expect(await readdir(service.folder)).not.toContain('killed.part');
    for (const file of whole.filter((name) => !name.endsWith('manifest.json'))) {
      const copy = path.join(other, path.relative(directory, file));
      expect(await readFile(copy, 'utf8')).toBe(await readFile(file, 'utf8'));
    }
  });
});

describe('hds import package, of an exported package', () => {
  let target: CommandLineService;

  beforeAll(async () => {
    await exportPackage('--with-hashes');
    target = await openCommandLineService();
  });

  afterAll(async () => target?.close());

  const importInto = (into: CommandLineService, ...words: readonly string[]): Promise<Run> =>
    into.run('import', 'package', directory, ...words);

  it('only checks the package with --dry-run', async () => {
    const { code, out } = await importInto(target, '--dry-run');
    expect([code, out]).toEqual([0, expect.stringContaining('The package can be restored: ')]);
    expect(await target.rows('select from graph')).toEqual([]);
  });

  it('refuses a package that was changed', async () => {
    const file = path.join(directory, 'heritage_data_service/account.jsonl');
    const before = await readFile(file, 'utf8');
    await appendFile(file, '{"username": "eve"}\n');
    const { code, error } = await importInto(target);
    await writeFile(file, before);
    expect([code, error]).toEqual([
      1,
      expect.stringContaining('account.jsonl has changed since the export'),
    ]);
  });

  it('refuses a package of another version', async () => {
    const file = path.join(directory, manifestName);
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace(/"schemaVersion": "\w+"/, '"schemaVersion": "other"'));
    const { code, error } = await importInto(target);
    await writeFile(file, before);
    expect([code, error]).toEqual([1, expect.stringContaining('another version')]);
  });

  it.each(takeSample(['insert into tile', 'insert into activity ('], 1))(
    'has everything once after a process that was killed at: %s',
    async (match) => {
      const interrupted = await openCommandLineService();
      const words = ['import', 'package', directory];
      expect(await killHdsAt(interrupted, match, ...words)).toBeNull();
      expect(await fingerprintOf(interrupted.stack)).not.toEqual(
        await fingerprintOf(service.stack),
      );
      const otherPackage = path.join(service.folder, 'other');
      await service.outputOf('export', 'package', otherPackage);
      expect(await interrupted.run('import', 'package', otherPackage)).toMatchObject({
        code: 1,
        error: expect.stringContaining('The restore of another package was interrupted'),
      });
      expect(await importInto(interrupted)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Restored: '),
        error: expect.not.stringContaining('hds:'),
      });
      expect(await fingerprintOf(interrupted.stack)).toEqual(await fingerprintOf(service.stack));
      await interrupted.close();
    },
  );

  it('imports only the parts that any package has into a database with data', async () => {
    const { code, out } = await importInto(service);
    expect(out).toContain('manifest.json (it is used only if the database has no data)');
    expect([code, out]).toEqual([0, expect.stringContaining('Changes: 0')]);
  });
});
