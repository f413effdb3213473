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

const holder = fileURLToPath(new URL('lock-data-folder.ts', import.meta.url));
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
  const child = startNode([holder, directory, String(moment)], {});
  children.push(child);
  return child;
}

async function kill(child: ChildProcessHandle): Promise<void> {
  child.process.kill('SIGKILL');
  await child.ended;
}

describe('a data folder', () => {
  it('is made, held once, and free again when it is released', async () => {
    const nested = path.join(directory, 'a', 'b');
    const held = await lockDataFolder(nested);
    await expect(lockDataFolder(nested)).rejects.toThrow(DataFolderInUse);
    await held.release();
    expect(await readDataFolderLock(nested)).toBeUndefined();
    await (await lockDataFolder(nested)).release();
  });

  it('tells who holds it, since when and where the Data API is', async () => {
    const held = await lockDataFolder(directory);
    await held.publishUrl('http://127.0.0.1:1234');
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

  it('is never without its lock while the address is announced', async () => {
    const held = await lockDataFolder(directory);
    const seen: boolean[] = [];
    for (let round = 0; round < 50; round += 1) {
      const announced = held.publishUrl(`http://127.0.0.1:${round}`);
      seen.push((await readDataFolderLock(directory)) !== undefined);
      await announced;
    }
    expect(seen).not.toContain(false);
  });

  it('holds one lock file, and nothing that was left over', async () => {
    for (let round = 0; round < 3; round += 1) {
      const held = await lockDataFolder(directory);
      await held.publishUrl('http://127.0.0.1:1');
      await held.release();
    }
    expect(await readdir(directory)).toEqual(['lock-3.json']);
  });

  it('is held by another process, and taken over when that is killed', async () => {
    const child = start();
    expect(await readFirstLine(child)).toBe('held');
    await expect(lockDataFolder(directory)).rejects.toThrow(`process ${child.process.pid} `);
    await kill(child);
    await expect(lockDataFolder(directory)).resolves.toBeDefined();
  });

  it('goes to exactly one of several that start at once', async () => {
    const moment = Date.now() + 1500;
    const lines = await Promise.all([1, 2, 3, 4].map(() => readFirstLine(start(moment))));
    expect(lines.filter((line) => line === 'held')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('in use by '))).toHaveLength(3);
  });

  it('goes to exactly one of several that find a lock whose process is gone', async () => {
    const killed = start();
    await readFirstLine(killed);
    await kill(killed);
    const moment = Date.now() + 1500;
    const lines = await Promise.all([1, 2, 3, 4].map(() => readFirstLine(start(moment))));
    expect(lines.filter((line) => line === 'held')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('in use by '))).toHaveLength(3);
  });

  it.each(['', '{"pid": 12', 'null', '{}'])(
    'is taken over when its lock was cut off: %j',
    async (text) => {
      await writeFile(path.join(directory, 'lock-7.json'), text);
      await expect(lockDataFolder(directory)).resolves.toBeDefined();
      expect(await readdir(directory)).toEqual(['lock-8.json']);
    },
  );

  it('stays with a process of another machine, which cannot be asked', async () => {
    const lock = { pid: 1, host: 'elsewhere', since: '2026-01-01T00:00:00Z', processStart: null };
    await writeFile(path.join(directory, 'lock-1.json'), JSON.stringify(lock));
    await expect(lockDataFolder(directory)).rejects.toThrow('process 1 on elsewhere');
  });

  it('does not stay with a later process that has the same number', async () => {
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
