import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createFolderInventory } from '../../../../infra/cli/files/inventory/folder-inventory.ts';
import type { FileInventory } from '../../../../infra/cli/files/inventory/file-inventory.ts';
import { removeFile } from '../../../../infra/cli/files/remove-file.ts';
import { copyFiles } from '../../../../infra/cli/import/files/copy-files.ts';
import { openFileSource } from '../../../../infra/cli/import/files/file-source.ts';
import { findKnownFiles } from '../../../../infra/cli/import/files/queries/stored-files.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { createFolderStore } from '../../../../lib/stores/folder-store.ts';
import {
  files,
  millPath,
  missingFile,
  openFileWorld,
  type FileWorld,
} from '../../../functions/files/file-world.ts';
import { createTestContext } from '../import/importing.ts';
import { id } from '../import/graphs/example.ts';

const removedFile = files['a value'];

let world: FileWorld;
let inventory: FileInventory;

beforeAll(async () => {
  world = await openFileWorld();
  inventory = createFolderInventory(world.folder);
  await createFolderStore(world).putText(`derived/${removedFile}/page.jpg`, 'page');
}, 120_000);

afterAll(async () => world?.close());

const remove = async (fileId: string, reason = 'A takedown') =>
  removeFile(world.service.stack.dataApi, inventory, { fileId, author: 'anna', reason });

const read = async (statement: string) =>
  (await world.service.stack.owner.read(rawSql(statement))).flat();

describe('a file that was removed for good', () => {
  it('has neither bytes nor derivatives nor a record; who removed it and why is kept', async () => {
    expect(await remove(removedFile.toUpperCase())).toEqual({ former: null, deletedVersions: 2 });
    expect((await Array.fromAsync(inventory.list('derived/'))).flat()).toEqual([]);
    expect(await inventory.find(`files/${removedFile}`)).toBeUndefined();
    expect(await read(`select count(*)::text from file where file_id = '${removedFile}'`)).toEqual([
      '0',
    ]);
    expect(await read(`select concat_ws(', ', file_id, author, reason) from file_removal`)).toEqual(
      [`${removedFile}, anna, A takedown`],
    );
  });

  it('can be removed again, which deletes what came back and keeps the first reason', async () => {
    await createFolderStore(world).putText(`files/${removedFile}`, 'back');
    expect(await remove(removedFile, 'Another reason')).toMatchObject({
      former: { author: 'anna', reason: 'A takedown' },
      deletedVersions: 1,
    });
    expect(await remove(removedFile)).toMatchObject({ deletedVersions: 0 });
  });

  it('is a 410 for whoever may read what names it, and the 404 of an unknown id for others', async () => {
    const answer = async (fileId: string) => {
      const response = await world.service.fetch(`/files/${fileId}`, { redirect: 'manual' });
      const { requestId: _requestId, ...problem } = Object(await response.json());
      return { status: response.status, problem };
    };
    expect(await answer(removedFile)).toMatchObject({
      status: 410,
      problem: { code: 'file_removed' },
    });
    await remove(files['a proposal']);
    expect(await answer(files['a proposal'])).toEqual(await answer(id(5999)));
    const { status } = await world.writers.author.sendRequest(
      'GET',
      `/files/${files['a proposal']}`,
    );
    expect(status).toBe(410);
  });

  it('is still named by its record, whose page says that it was removed', async () => {
    const page = await (
      await world.service.fetch(millPath, { headers: { accept: 'text/html' } })
    ).text();
    expect(page).toMatch(new RegExp(`${removedFile}\\.png</span\\s*>\\s*\\(removed\\)`));
    expect(page).not.toContain(`href="/files/${removedFile}"`);
    expect(page).not.toMatch(new RegExp(`${missingFile}\\.png</span\\s*>\\s*\\(removed\\)`));
  });

  it('is not stored by an import, which lists it', async () => {
    await writeFile(path.join(world.folder, 'source.png'), 'again');
    const context = {
      ...createTestContext(world.service.stack.dataApi),
      openFileStore: () => createFolderStore(world),
    };
    const known = await runQuery(context.dataApi.read, findKnownFiles([removedFile]));
    const source = await openFileSource(world.folder, { region: '', s3Endpoint: undefined });
    const batch = known.map((file) => ({ known: file, file: 'source.png', record: undefined }));
    // The second time, the file is removed after the import has looked.
    for (const isRemoved of [true, false]) {
      const result = await copyFiles(
        'a copy',
        source,
        (async function* batches() {
          yield batch.map((file) => ({ ...file, known: { ...file.known, isRemoved } }));
        })(),
        context,
      );
      expect(result).toMatchObject({
        created: 0,
        notes: ['Missing files: 0', 'Damaged files: 0', 'Removed for good, and left out: 1'],
      });
    }
    expect(context.problems.map(({ code }) => code)).toEqual(['removed_file', 'removed_file']);
    expect(await read(`select count(*)::text from file where file_id = '${removedFile}'`)).toEqual([
      '0',
    ]);
  });

  it('can be one whose bytes are not stored yet', async () => {
    expect(await remove(missingFile)).toEqual({ former: null, deletedVersions: 0 });
  });

  it('can be one that was announced, which then nobody can send', async () => {
    const fileId = id(5997);
    await world.service.stack.owner.write(
      rawSql(`insert into pending_file (file_id, account_id, name, content_type, byte_count)
select '${fileId}', a.account_id, 'a.png', 'image/png', 4
from account a
limit 1`),
    );
    await createFolderStore(world).putText(`pending/${fileId}`, 'sent');
    expect(await remove(fileId)).toEqual({ former: null, deletedVersions: 1 });
    expect(await read('select count(*)::text from pending_file')).toEqual(['0']);
  });

  it.each([id(5998), 'picture.png', ''])(
    'is refused if nothing names or stores it, and nothing is recorded: %j',
    async (fileId) => {
      const before = await read('select count(*)::text from file_removal');
      await expect(remove(fileId)).rejects.toMatchObject({ code: 'unknown_file' });
      expect(await read('select count(*)::text from file_removal')).toEqual(before);
    },
  );

  it('cannot be hidden by the role of the service', async () => {
    const { dataApi } = world.service.stack;
    for (const statement of ['delete from file_removal', `update file_removal set reason = ''`])
      await expect(dataApi.write(rawSql(statement))).rejects.toThrow(/permission denied/);
  });
});
