import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { readPages } from '../../../lib/data-api/read-pages.ts';
import { hashBytes } from '../../../lib/files/store-bytes.ts';
import type { FileStore } from '../../../lib/stores/file-store.ts';
import type { FileInventory } from './inventory/file-inventory.ts';
import { hasBytes } from './inventory/has-bytes.ts';
import {
  pageRecordedFiles,
  type RecordedFile,
  type RecordedObject,
} from './queries/recorded-files.ts';
import { listRemovals } from './queries/removals.ts';

export type VerificationContext = {
  readonly dataApi: DataApi;
  readonly inventory: FileInventory;
  /** For comparing the hashes of all bytes; undefined if sizes are enough. */
  readonly store: FileStore | undefined;
  /** Takes a line about each difference. */
  readonly list: (line: string) => void;
  readonly onProgress: (files: number) => void;
};

/** The number of files, and of the differences between the records and the store. */
export type VerificationResult = { readonly files: number; readonly differences: number };

const filesAtOnce = 16;

/**
 * Compares the records of stored files with the store: by size, and on demand by hash. Bytes of removed files are a difference, too.
 * @rule Files: When do the records of files and the store agree?
 */
export async function verifyFiles(context: VerificationContext): Promise<VerificationResult> {
  let [files, differences] = [0, 0];
  const add = (lines: readonly string[]): void => {
    lines.forEach(context.list);
    differences += lines.length;
  };
  for await (const items of readPages(context.dataApi, pageRecordedFiles)) {
    const page = pageRecordedFiles.parse(items);
    for (let first = 0; first < page.length; first += filesAtOnce) {
      const compared = page.slice(first, first + filesAtOnce);
      const lines = await Promise.all(compared.map((file) => compareFile(file, context)));
      add(lines.flat());
      context.onProgress((files += compared.length));
    }
  }
  add(await findBytesOfRemovedFiles(context));
  return { files, differences };
}

async function compareFile(
  { name, objects }: RecordedFile,
  context: VerificationContext,
): Promise<readonly string[]> {
  const lines = await Promise.all(
    objects.map(async (object) => {
      const difference = await findDifference(object, context);
      return difference === undefined ? [] : [`${object.storageKey} (${name}) ${difference}`];
    }),
  );
  return lines.flat();
}

async function findDifference(
  { storageKey, byteCount, sha256 }: RecordedObject,
  { inventory, store }: VerificationContext,
): Promise<string | undefined> {
  const object = await inventory.find(storageKey);
  if (object === undefined) return 'is missing';
  if (object.bytes !== byteCount) return `has ${object.bytes} bytes instead of ${byteCount}`;
  if (store === undefined || sha256 === null) return undefined;
  const content = await store.read(storageKey);
  if (content === undefined) return 'is missing';
  return (await hashBytes(content)) === sha256 ? undefined : 'has other bytes';
}

/** A removal that failed, and a store that was restored, have bytes that must not be there. */
async function findBytesOfRemovedFiles({
  dataApi,
  inventory,
}: VerificationContext): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { fileId } of await runQuery(dataApi.read, listRemovals()))
    if (await hasBytes(inventory, fileId))
      lines.push(`${fileId} was removed, but has bytes. Repeat: hds files remove ${fileId}`);
  return lines;
}
