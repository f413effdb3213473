import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  readFirstLine,
  startNode,
  type ChildProcessHandle,
} from '../../../infra/local/child-process.ts';
import {
  DataFolderInUse,
  lockDataFolder,
  readDataFolderLock,
} from '../../../infra/local/data-folder.ts';

const holderProgram = fileURLToPath(new URL('lock-data-folder.ts', import.meta.url));
let directory: string;
let children: ChildProcessHandle[] = [];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'heritage-folder-'));
});

afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
  await rm(directory, { recursive: true, force: true });
});

function start(moment = 0): ChildProcessHandle {
  const child = startNode([holderProgram, directory, String(moment)], {});
  children.push(child);
  return child;
}

async function kill(child: ChildProcessHandle): Promise<void> {
  child.process.kill('SIGKILL');
  await child.ended;
}

describe('a data folder', () => {
  it('is created, refuses a second lock, and can be locked again after the release', async () => {
    const nested = path.join(directory, 'a', 'b');
    const lock = await lockDataFolder(nested);
    await expect(lockDataFolder(nested)).rejects.toThrow(DataFolderInUse);
    await lock.release();
    expect(await readDataFolderLock(nested)).toBeUndefined();
    await (await lockDataFolder(nested)).release();
  });

  it('reports the process that locked it and the URL of its Data API', async () => {
    const lock = await lockDataFolder(directory);
    await lock.publishUrl('http://127.0.0.1:1234');
    expect(await readDataFolderLock(directory)).toMatchObject({
      pid: process.pid,
      host: hostname(),
      dataApiUrl: 'http://127.0.0.1:1234',
    });
    const refusal = lockDataFolder(directory);
    await expect(refusal).rejects.toThrow(`process ${process.pid} on ${hostname()}`);
    await expect(refusal).rejects.toThrow('http://127.0.0.1:1234');
    await expect(refusal).rejects.toThrow('HDS_DATA_DIR');
  });

  it('remains locked while the URL is published', async () => {
    const lock = await lockDataFolder(directory);
    const wasLocked: boolean[] = [];
    for (let round = 0; round < 50; round += 1) {
      const publication = lock.publishUrl(`http://127.0.0.1:${round}`);
      wasLocked.push((await readDataFolderLock(directory)) !== undefined);
      await publication;
    }
    expect(wasLocked).not.toContain(false);
  });

  it('contains only the latest lock file after several locks', async () => {
    for (let round = 0; round < 3; round += 1) {
      const lock = await lockDataFolder(directory);
      await lock.publishUrl('http://127.0.0.1:1');
      await lock.release();
    }
    expect(await readdir(directory)).toEqual(['lock-3.json']);
  });

  it('is locked by another process, and can be locked after that process is killed', async () => {
    const child = start();
    expect(await readFirstLine(child)).toBe('held');
    await expect(lockDataFolder(directory)).rejects.toThrow(`process ${child.process.pid} `);
    await kill(child);
    await expect(lockDataFolder(directory)).resolves.toBeDefined();
  });

  it('is locked by exactly one of several processes that start together', async () => {
    const moment = Date.now() + 1500;
    const lines = await Promise.all([1, 2, 3, 4].map(() => readFirstLine(start(moment))));
    expect(lines.filter((line) => line === 'held')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('in use by '))).toHaveLength(3);
  });

  it('is locked by exactly one of several processes that find the lock of a dead process', async () => {
    const killed = start();
    await readFirstLine(killed);
    await kill(killed);
    const moment = Date.now() + 1500;
    const lines = await Promise.all([1, 2, 3, 4].map(() => readFirstLine(start(moment))));
    expect(lines.filter((line) => line === 'held')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('in use by '))).toHaveLength(3);
  });

  it.each(['', '{"pid": 12', 'null', '{}'])(
    'can be locked if its lock file is incomplete: %j',
    async (text) => {
      await writeFile(path.join(directory, 'lock-7.json'), text);
      await expect(lockDataFolder(directory)).resolves.toBeDefined();
      expect(await readdir(directory)).toEqual(['lock-8.json']);
    },
  );

  it('stays locked by a process of another machine, which may still run', async () => {
    const lock = { pid: 1, host: 'elsewhere', since: '2026-01-01T00:00:00Z', processStart: null };
    await writeFile(path.join(directory, 'lock-1.json'), JSON.stringify(lock));
    await expect(lockDataFolder(directory)).rejects.toThrow('process 1 on elsewhere');
  });

  it('can be locked if another process now has the process id of its lock file', async () => {
    const lock = {
      pid: process.pid,
      host: hostname(),
      since: '2026-01-01T00:00:00Z',
      processStart: 'another time',
    };
    await writeFile(path.join(directory, 'lock-1.json'), JSON.stringify(lock));
    await expect(lockDataFolder(directory)).resolves.toBeDefined();
  });
});
