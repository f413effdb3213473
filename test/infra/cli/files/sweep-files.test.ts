import { utimes } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { FileInventory } from '../../../../infra/cli/files/inventory/file-inventory.ts';
import { createFolderInventory } from '../../../../infra/cli/files/inventory/folder-inventory.ts';
import { lookForUnnamedFiles } from '../../../../infra/cli/files/queries/unnamed-files.ts';
import { sweepFiles } from '../../../../infra/cli/files/sweep-files.ts';
import { rawSql, sql } from '../../../../lib/data-api/sql.ts';
import { nilUuid } from '../../../../lib/model/ids.ts';
import { createFolderStore } from '../../../../lib/stores/folder-store.ts';
import { files, openFileWorld, type FileWorld } from '../../../functions/files/file-world.ts';
import { waitUntilBlocked } from '../../../support/lock-waits.ts';
import { id } from '../import/graphs/example.ts';
import { openTestBucket } from './stores.ts';

const day = 86_400_000;
const unnamedFile = files.nothing;

let world: FileWorld;
let inventory: FileInventory;

beforeAll(async () => {
  world = await openFileWorld();
  inventory = createFolderInventory(world.folder);
}, 120_000);

afterAll(async () => world?.close());

/** Stores a file that nothing names, with a derivative. */
beforeEach(async () => {
  await write(`delete from file where file_id = '${unnamedFile}'`);
  await world.store(unnamedFile, 'unnamed.png', Buffer.from('unnamed'));
  await createFolderStore(world).putText(`derived/${unnamedFile}/page.jpg`, 'page');
  await write(
    `insert into file_derivative (file_id, kind, storage_key, width, height, byte_count)
values ('${unnamedFile}', 'page', 'derived/${unnamedFile}/page.jpg', 1, 1, 4)`,
  );
});

const write = async (statement: string) => world.service.stack.owner.write(rawSql(statement));
const read = async (statement: string) =>
  (await world.service.stack.owner.read(rawSql(statement))).flat();

const sweep = async ({
  dryRun = false,
  list = () => undefined,
  ...options
}: Partial<Parameters<typeof sweepFiles>[0]> = {}) =>
  sweepFiles({
    dataApi: world.service.stack.dataApi,
    inventory,
    since: new Date(Date.now() - 35 * day),
    dryRun,
    list,
    onProgress: () => undefined,
    ...options,
  });

const age = async (key: string, days: number) => {
  const time = new Date(Date.now() - days * day);
  await utimes(path.join(world.folder, key), time, time);
};

/** Makes the unnamed file one that a sweep saw some days ago. */
async function markUnnamed(days: number): Promise<void> {
  await write(
    `update file set unnamed_since = now() - interval '${days} days' where file_id = '${unnamedFile}'`,
  );
  await age(`files/${unnamedFile}`, days);
  await age(`derived/${unnamedFile}/page.jpg`, days);
}

/** The statement that stores a tile with the unnamed file, as in the tile of another. */
const tileThatNamesFile = (
  tileId: string,
) => `insert into tile (tile_id, resource_id, nodegroup_id, data)
select '${tileId}', t.resource_id, t.nodegroup_id, replace(t.data::text, u.file_id::text, '${unnamedFile}')::jsonb
from file_use u
join tile t on t.tile_id = u.tile_id
where u.file_id = '${files['a value']}'
  and u.kind = 'value'`;

const isRecorded = async () =>
  (await read(`select file_id::text from file where file_id = '${unnamedFile}'`)).length === 1;

const hasBytes = async () =>
  Promise.all(
    [`files/${unnamedFile}`, `derived/${unnamedFile}/page.jpg`].map(
      async (key) => (await inventory.find(key)) !== undefined,
    ),
  );

describe('a sweep', () => {
  it('marks only the files that no tile, proposal or edit names, and deletes none that it sees first', async () => {
    expect(await sweep()).toEqual({
      unnamed: 1,
      deletedFiles: { count: 0, bytes: 0 },
      deletedCopies: { count: 0, bytes: 0 },
    });
    expect(await read('select file_id::text from file where unnamed_since is not null')).toEqual([
      unnamedFile,
    ]);
    const marks = await read(
      'select unnamed_since::text from file where unnamed_since is not null',
    );
    await sweep();
    expect(
      await read('select unnamed_since::text from file where unnamed_since is not null'),
    ).toEqual(marks);
  });

  it('deletes a file with its derivatives after 35 days, and leaves it alone before', async () => {
    await markUnnamed(34);
    expect((await sweep()).deletedFiles.count).toBe(0);
    expect(await hasBytes()).toEqual([true, true]);
    await markUnnamed(36);
    expect((await sweep()).deletedFiles).toEqual({ count: 1, bytes: 11 });
    expect(await isRecorded()).toBe(false);
    expect(await hasBytes()).toEqual([false, false]);
    expect(await read('select count(*)::text from file')).toEqual(['9']);
  });

  it('lists in a dry run what it would delete, and changes nothing', async () => {
    await markUnnamed(36);
    const lines: string[] = [];
    const result = await sweep({ dryRun: true, list: (line) => lines.push(line) });
    expect(result.deletedFiles).toEqual({ count: 1, bytes: 7 });
    expect(lines).toEqual([expect.stringContaining(`file ${unnamedFile}, 7 bytes`)]);
    expect([await isRecorded(), ...(await hasBytes())]).toEqual([true, true, true]);
  });

  it('forgets its mark once a tile names the file, which then has 35 days again', async () => {
    await markUnnamed(36);
    await write(tileThatNamesFile(id(5980)));
    expect(
      await read(`select unnamed_since::text from file where file_id = '${unnamedFile}'`),
    ).toEqual([null]);
    expect((await sweep()).unnamed).toBe(0);
    await write(`delete from tile where tile_id = '${id(5980)}'`);
    expect((await sweep()).deletedFiles.count).toBe(0);
  });

  it('waits for a write that names the file meanwhile, and then leaves the file alone', async () => {
    await markUnnamed(36);
    const pending = await world.service.stack.owner.transaction(async ({ execute }) => {
      await execute(rawSql(tileThatNamesFile(id(5981))));
      const result = sweep();
      await waitUntilBlocked(world.service.stack);
      return { result };
    });
    expect((await pending.result).deletedFiles.count).toBe(0);
    expect([await isRecorded(), ...(await hasBytes())]).toEqual([true, true, true]);
    await write(`delete from tile where tile_id = '${id(5981)}'`);
  });

  it('deletes old copies without a record, but no new ones, and nothing else that is there', async () => {
    const store = createFolderStore(world);
    const keys = {
      old: `files/${id(5985)}`,
      new: `files/${id(5986)}`,
      derived: `derived/${id(5987)}/thumbnail.jpg`,
      foreign: 'files/readme.txt',
      pending: `pending/${id(5988)}`,
    };
    for (const key of Object.values(keys)) await store.putText(key, 'copy');
    for (const key of Object.values(keys)) if (key !== keys.new) await age(key, 36);
    await age(`files/${files['a value']}`, 400);
    expect((await sweep()).deletedCopies).toEqual({ count: 2, bytes: 8 });
    const left = await Promise.all(
      Object.entries(keys).map(async ([name, key]) =>
        (await inventory.find(key)) === undefined ? [] : [name],
      ),
    );
    expect(left.flat()).toEqual(['new', 'foreign', 'pending']);
    expect(await inventory.find(`files/${files['a value']}`)).toBeDefined();
  });

  it('is finished by the next one if it was interrupted between the record and the bytes', async () => {
    await markUnnamed(36);
    const broken = { ...inventory, remove: () => Promise.reject(new Error('interrupted')) };
    await expect(sweep({ inventory: broken })).rejects.toThrow('interrupted');
    expect([await isRecorded(), ...(await hasBytes())]).toEqual([false, true, true]);
    expect((await sweep()).deletedCopies).toEqual({ count: 2, bytes: 11 });
    expect(await hasBytes()).toEqual([false, false]);
  });

  it('leaves bytes alone that were stored again after the record was deleted', async () => {
    await markUnnamed(36);
    await age(`files/${unnamedFile}`, 0);
    expect((await sweep()).deletedFiles.count).toBe(1);
    expect(await hasBytes()).toEqual([true, false]);
  });
});

const bucket = await openTestBucket();
afterAll(async () => bucket?.close());

describe.skipIf(bucket === undefined)('a sweep of a bucket of moto (skipped without moto)', () => {
  it('deletes unnamed files and copies without a record', async () => {
    if (bucket === undefined) return;
    await markUnnamed(36);
    await bucket.store.putText(`files/${unnamedFile}`, 'unnamed');
    await bucket.store.putText(`files/${id(5989)}`, 'copy');
    await bucket.store.putText(`files/${files['a value']}`, 'named');
    const since = new Date(Date.now() + day);
    const swept = await sweep({ inventory: bucket.inventory, since });
    expect(swept).toEqual({
      unnamed: 1,
      deletedFiles: { count: 1, bytes: 11 },
      deletedCopies: { count: 1, bytes: 4 },
    });
    const left = (await Array.fromAsync(bucket.inventory.list('files/'))).flat();
    expect(left.map(({ key }) => key)).toEqual([`files/${files['a value']}`]);
  });
});

describe('a sweep of many files', () => {
  it('finds what names them by indexes', async () => {
    await write(`insert into file (file_id, storage_key, content_type, byte_count, sha256, name)
select md5('file ' || i)::uuid, 'files/' || md5('file ' || i)::uuid, 'image/png', 1, repeat('0', 64), 'a.png'
from generate_series(1, 5000) i`);
    await write(`insert into edit_log (transaction_id, resource_id, edit_type, old_value)
select f.file_id, f.file_id, 'tile edit', jsonb_build_object(f.file_id, jsonb_build_array(jsonb_build_object('file_id', f.file_id)))
from file f`);
    await write('analyze file, file_use, edit_log');
    const query = lookForUnnamedFiles({
      after: nilUuid,
      limit: 1000,
      since: new Date(),
      marks: true,
    });
    const plan = (await world.service.stack.owner.write(sql`explain ${query}`)).flat().join('\n');
    expect(plan).toContain('on edit_log_file');
    expect((await sweep()).unnamed).toBe(0);
  });
});
