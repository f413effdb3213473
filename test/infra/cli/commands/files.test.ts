import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../lib/data-api/sql.ts';
import { resetProcess } from '../../../../lib/once-per-process.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';
import { id } from '../import/graphs/example.ts';

const fileId = id(6001);
const formerFolder = process.env['HDS_FILE_FOLDER'];

let service: CommandLineService;

beforeAll(async () => {
  service = await openCommandLineService();
  const folder = path.join(service.folder, 'stored');
  process.env['HDS_FILE_FOLDER'] = folder;
  resetProcess();
  await mkdir(path.join(folder, 'files'), { recursive: true });
  await writeFile(path.join(folder, 'files', fileId), 'bytes');
  await service.stack.owner.write(
    rawSql(`insert into file (file_id, storage_key, content_type, byte_count, sha256, name)
values ('${fileId}', 'files/${fileId}', 'text/plain', 5, repeat('0', 64), 'a.txt')`),
  );
});

afterAll(async () => {
  await service?.close();
  if (formerFolder === undefined) delete process.env['HDS_FILE_FOLDER'];
  else process.env['HDS_FILE_FOLDER'] = formerFolder;
});

describe('hds files', () => {
  it('sweeps what nothing names, and says first what it would delete', async () => {
    await service.stack.owner.write(
      rawSql(`update file set unnamed_since = now() - interval '40 days'`),
    );
    const out = await service.outputOf('files', 'sweep', '--dry-run');
    expect(out).toMatch(new RegExp(`^Would delete file ${fileId}, 5 bytes: `));
    expect(out).toContain('Files that nothing names: 1. For 35 days: 1 (5 bytes) would be deleted');
  });

  it('verifies: the exit code is 1 if anything differs', async () => {
    expect(await service.outputOf('files', 'verify')).toBe('1 file compared: 0 differences\n');
    const { code, out } = await service.run('files', 'verify', '--hash');
    expect([code, out]).toEqual([
      1,
      `files/${fileId} (a.txt) has other bytes\n1 file compared: 1 difference\n`,
    ]);
  });

  it('removes a file for good with a reason, and lists it with the operator', async () => {
    expect((await service.run('files', 'remove', fileId)).error).toContain('--reason');
    expect((await service.run('files', 'remove', fileId, '--reason', ' ')).error).toContain(
      'Say why the file is removed.',
    );
    const out = await service.outputOf('files', 'remove', fileId, '--reason', 'A takedown');
    expect(out).toContain(`${fileId} is removed: 1 version deleted. No import stores it again.\n`);
    expect(await service.outputOf('files', 'removed')).toMatch(
      new RegExp(`^\\d{4}-.*Z ${fileId} by .+: A takedown\n$`),
    );
    expect(await service.outputOf('files', 'remove', fileId, '--reason', 'again')).toMatch(
      /^It was removed before: .*: A takedown\n/,
    );
  });

  it('sweeps without an option', async () => {
    expect(await service.outputOf('files', 'sweep')).toBe(
      'Files that nothing names: 0. For 35 days: 0 (0 bytes) deleted\nCopies without a record: 0 (0 bytes) deleted\n',
    );
  });
});
