import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { recordStoredFile } from '../../../infra/cli/import/files/queries/stored-files.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { storageKeyOf, storeBytes } from '../../../lib/files/store-bytes.ts';
import type { ExaminationContext } from '../../../lib/images/examine-file.ts';
import { detectContentType } from '../../../lib/model/files/content-type.ts';
import { createFolderStore } from '../../../lib/stores/folder-store.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { openTestStack } from '../../support/stack.ts';

export type ExaminationWorld = {
  /** With the database role of the function that derives. */
  readonly context: ExaminationContext;
  readonly folder: string;
  /** Stores only the bytes of a file. @returns what stores its row */
  readonly storeOnly: (fileId: string, bytes: Buffer) => Promise<() => Promise<void>>;
  /** Stores the bytes and the row of a file. */
  readonly store: (fileId: string, bytes: Buffer) => Promise<void>;
  readonly owner: DataApi;
  readonly close: () => Promise<void>;
};

/** Stores the bytes of a file. @returns what stores its row */
async function storeFileBytes(
  { dataApi, store }: ExaminationContext,
  fileId: string,
  bytes: Buffer,
): Promise<() => Promise<void>> {
  const storageKey = storageKeyOf(fileId);
  const chunks = (async function* chunk() {
    yield bytes;
  })();
  const { first, byteCount, sha256 } = await storeBytes(store, storageKey, chunks);
  const contentType = detectContentType(first);
  return async () => {
    const file = { fileId, storageKey, contentType, byteCount, sha256, name: 'picture' };
    await dataApi.write(recordStoredFile(file));
  };
}

/** Stores the bytes and the row of a file. */
export async function storeFile(
  context: ExaminationContext,
  fileId: string,
  bytes: Buffer,
): Promise<void> {
  const record = await storeFileBytes(context, fileId, bytes);
  await record();
}

/** Opens a database and a folder with files that no tile needs to name. */
export async function openExaminationWorld(): Promise<ExaminationWorld> {
  const stack = await openTestStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-files-'));
  const store = createFolderStore({ folder });
  const writing = { dataApi: stack.dataApi, store };
  return {
    context: { dataApi: createTestDataApi(stack.server.url, 'derive'), store },
    folder,
    storeOnly: async (fileId, bytes) => storeFileBytes(writing, fileId, bytes),
    store: async (fileId, bytes) => storeFile(writing, fileId, bytes),
    owner: stack.owner,
    close: async () => {
      await stack.close();
      await rm(folder, { recursive: true });
    },
  };
}
