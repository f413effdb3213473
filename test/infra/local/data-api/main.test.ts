import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import {
  readFirstLine,
  startNode,
  type ChildProcessHandle,
} from '../../../../infra/local/child-process.ts';
import { readDataFolderLock } from '../../../../infra/local/data-folder.ts';
import type { DataApi } from '../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';

const main = fileURLToPath(new URL('../../../../infra/local/data-api/main.ts', import.meta.url));
const announcement = z.object({ url: z.url() });
let root: string;
let running: ChildProcessHandle[] = [];

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'heritage-emulator-'));
});

afterEach(async () => {
  await Promise.all(running.map((child) => child.stop()));
  running = [];
});

afterAll(async () => rm(root, { recursive: true, force: true }));

/** Starts the emulator with the embedded database, which alone ends with its process. */
function start(folder: string): ChildProcessHandle {
  const child = startNode([main], { HDS_DATA_DIR: path.join(root, folder), HDS_DATABASE_URL: '' });
  running.push(child);
  return child;
}

const open = async (child: ChildProcessHandle): Promise<DataApi> =>
  createTestDataApi(announcement.parse(JSON.parse(await readFirstLine(child))).url, 'owner');

describe('the emulator as a process', () => {
  it('runs beside an emulator of another folder, and refuses a folder in use with the id of its process', async () => {
    const [firstChild, secondChild] = [start('one'), start('other')];
    const [first, second] = await Promise.all([open(firstChild), open(secondChild)]);
    await first.write(rawSql('create table mine (id int)'));
    await expect(second.read(rawSql('select * from mine'))).rejects.toThrow('42P01');
    const lock = await readDataFolderLock(path.join(root, 'one'));
    expect(lock?.pid).toBe(firstChild.process.pid);

    const lateChild = start('one');
    await expect(readFirstLine(lateChild)).rejects.toThrow(
      `in use by process ${firstChild.process.pid} on ${lock?.host} since ${lock?.since}, its Data API is at ${lock?.dataApiUrl}`,
    );
    expect(lateChild.process.exitCode).toBe(1);
    await expect(first.read(rawSql('select 1'))).resolves.toHaveLength(1);
  });

  it('ends if its parent closes standard input, and then releases its folder', async () => {
    const child = start('orphan');
    await readFirstLine(child);
    child.process.stdin?.end();
    await child.ended;
    expect(child.process.exitCode).toBe(0);
    expect(await readDataFolderLock(path.join(root, 'orphan'))).toBeUndefined();
  });
});
