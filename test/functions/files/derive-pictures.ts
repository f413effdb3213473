import { readFile } from 'node:fs/promises';

import { int, sql, text, uuid } from '../../../lib/data-api/sql.ts';
import { storeBytes } from '../../../lib/files/store-bytes.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import type { FileWorld } from './file-world.ts';

const sample = new URL('../../../infra/local/sample/', import.meta.url);

/** The copies that tests store for each picture: two sizes of a drawing of the sample. */
const copies = [
  { kind: 'thumbnail', width: 400, height: 267, folder: 'thumbnails' },
  { kind: 'page', width: 1200, height: 800, folder: 'pictures' },
] as const;

/** Stores the copies of pictures that pages and viewers show. */
export async function derivePictures(
  { folder, service }: Pick<FileWorld, 'folder' | 'service'>,
  fileIds: readonly string[],
): Promise<void> {
  const store = createFolderStore({ folder });
  for (const { kind, width, height, folder: name } of copies) {
    const bytes = await readFile(new URL(`${name}/stonehenge-from-the-north.jpg`, sample));
    for (const fileId of fileIds) {
      const key = `derived/${fileId}/${kind}.jpg`;
      await storeBytes(store, key, inOneChunk(bytes));
      await service.stack.owner
        .write(sql`insert into file_derivative (file_id, kind, storage_key, width, height, byte_count)
values (${uuid(fileId)}, ${text(kind)}, ${text(key)}, ${int(width)}, ${int(height)}, ${int(bytes.length)})`);
    }
  }
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
