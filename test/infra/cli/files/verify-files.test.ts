import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createFolderInventory } from '../../../../infra/cli/files/inventory/folder-inventory.ts';
import { removeFile } from '../../../../infra/cli/files/remove-file.ts';
import { verifyFiles } from '../../../../infra/cli/files/verify-files.ts';
import { createFolderStore } from '../../../../lib/stores/folder-store.ts';
import { files, openFileWorld, type FileWorld } from '../../../functions/files/file-world.ts';

let world: FileWorld;

beforeAll(async () => {
  world = await openFileWorld();
}, 120_000);

afterAll(async () => world?.close());

async function verify(comparesHashes: boolean) {
  const lines: string[] = [];
  const result = await verifyFiles({
    dataApi: world.service.stack.dataApi,
    inventory: createFolderInventory(world.folder),
    store: comparesHashes ? createFolderStore(world) : undefined,
    list: (line) => lines.push(line),
    onProgress: () => undefined,
  });
  return { ...result, lines };
}

const keyOf = (holding: keyof typeof files) => `files/${files[holding]}`;

describe('a comparison of the records of files with the store', () => {
  it('finds no difference between what was stored and its record', async () => {
    for (const comparesHashes of [false, true])
      expect(await verify(comparesHashes)).toEqual({ files: 10, differences: 0, lines: [] });
  });

  it('lists missing files, other sizes, other bytes on demand, and bytes of removed files', async () => {
    const store = createFolderStore(world);
    const inventory = createFolderInventory(world.folder);
    await inventory.remove(keyOf('a value'));
    await store.putText(keyOf('a proposal'), 'short');
    await store.putText(keyOf('a replaced value'), '8 bytes!');
    await removeFile(world.service.stack.dataApi, inventory, {
      fileId: files.nothing,
      author: 'anna',
      reason: 'A takedown',
    });
    await store.putText(`derived/${files.nothing}/page.jpg`, 'back');
    const { lines } = await verify(false);
    expect(lines).toEqual([
      `${keyOf('a value')} (a value.png) is missing`,
      `${keyOf('a proposal')} (a proposal.png) has 5 bytes instead of 8`,
      `${files.nothing} was removed, but has bytes. Repeat: hds files remove ${files.nothing}`,
    ]);
    const withHashes = await verify(true);
    expect(withHashes.differences).toBe(4);
    expect(withHashes.lines).toContain(
      `${keyOf('a replaced value')} (a replaced value.png) has other bytes`,
    );
  });
});
