import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import type { FileInventory, StoredObject } from './inventory/file-inventory.ts';
import { fileIdOfKey, sweptFolders } from './keys.ts';
import {
  deleteUnnamedFiles,
  findUnrecordedKeys,
  lookForUnnamedFiles,
  type FileBatch,
} from './queries/unnamed-files.ts';

export type SweepContext = {
  readonly dataApi: DataApi;
  readonly inventory: FileInventory;
  /** Only what nothing has named since then, and copies from before it, are deleted. */
  readonly since: Date;
  readonly dryRun: boolean;
  /** Takes a line about each thing that a dry run would delete. */
  readonly list: (line: string) => void;
  /** Takes the number of files and copies that were looked at. */
  readonly onProgress: (count: number) => void;
};

/** A number of files or copies, and their size. */
export type SweptCount = { readonly count: number; readonly bytes: number };

export type SweepResult = {
  /** The stored files that nothing names, deleted ones among them. */
  readonly unnamed: number;
  readonly deletedFiles: SweptCount;
  /** Copies in the store without a record, as failed writes and interrupted sweeps leave them. */
  readonly deletedCopies: SweptCount;
};

const filesPerBatch = 1000;

/**
 * Deletes the stored files that nothing has named for long, and old copies without a record. A record goes before its bytes, so that a sweep
 * can be interrupted: the next one finds the bytes as copies without a record.
 * @rule Files: What does a sweep delete?
 */
export async function sweepFiles(context: SweepContext): Promise<SweepResult> {
  const files = await sweepUnnamedFiles(context);
  return { ...files, deletedCopies: await sweepUnrecordedCopies(context) };
}

async function sweepUnnamedFiles(
  context: SweepContext,
): Promise<Omit<SweepResult, 'deletedCopies'>> {
  const { dataApi, since, dryRun, onProgress } = context;
  let [looked, unnamed] = [0, 0];
  let deletedFiles: SweptCount = { count: 0, bytes: 0 };
  for (let after: string | null = nilUuid; after !== null;) {
    const query = lookForUnnamedFiles({ after, limit: filesPerBatch, since, marks: !dryRun });
    const batch = await runQuery(dryRun ? dataApi.read : dataApi.write, query);
    after = batch.last;
    unnamed += batch.unnamed;
    deletedFiles = addCounts(deletedFiles, await deleteExpired(batch.expired, context));
    onProgress((looked += batch.files));
  }
  return { unnamed, deletedFiles };
}

/** Deletes the files that nothing has named for long, or lists them in a dry run. */
async function deleteExpired(
  expired: FileBatch['expired'],
  { dataApi, inventory, since, dryRun, list }: SweepContext,
): Promise<SweptCount> {
  if (dryRun || expired.length === 0) {
    for (const { fileId, byteCount, unnamedSince } of expired)
      list(`file ${fileId}, ${byteCount} bytes: nothing has named it since ${unnamedSince}`);
    return sumBytes(expired.map(({ byteCount }) => byteCount));
  }
  const fileIds = expired.map(({ fileId }) => fileId);
  const deleted = await runQuery(dataApi.write, deleteUnnamedFiles(fileIds, since));
  const keys = deleted.flatMap((file) => file.keys);
  await removeOldCopies(inventory, keys, since);
  return sumBytes(deleted.map(({ byteCount }) => byteCount));
}

async function sweepUnrecordedCopies(context: SweepContext): Promise<SweptCount> {
  let total: SweptCount = { count: 0, bytes: 0 };
  for (const folder of sweptFolders)
    for await (const page of context.inventory.list(folder)) {
      const copies = await findUnrecordedCopies(context, page);
      total = addCounts(total, await deleteCopies(copies, context));
    }
  return total;
}

/** Deletes copies, or lists them in a dry run. */
async function deleteCopies(
  copies: readonly StoredObject[],
  { inventory, since, dryRun, list }: SweepContext,
): Promise<SweptCount> {
  if (dryRun)
    for (const { key, bytes, storedAt } of copies)
      list(`copy ${key}, ${bytes} bytes: it has no record, and is of ${storedAt.toISOString()}`);
  const keys = copies.map(({ key }) => key);
  const deleted = dryRun ? copies : await removeOldCopies(inventory, keys, since);
  return sumBytes(deleted.map(({ bytes }) => bytes));
}

/** Finds the old copies of a page that no record names. Keys that are not those of files are left alone. */
async function findUnrecordedCopies(
  { dataApi, since }: SweepContext,
  page: readonly StoredObject[],
): Promise<readonly StoredObject[]> {
  const objects = page.flatMap(({ key, storedAt }) => {
    const fileId = fileIdOfKey(key);
    return fileId === undefined || storedAt >= since ? [] : [{ key, fileId }];
  });
  if (objects.length === 0) return [];
  const keys = new Set(await runQuery(dataApi.read, findUnrecordedKeys(objects)));
  return page.filter(({ key }) => keys.has(key));
}

const copiesAtOnce = 8;

/** Removes copies, except for those that an import or upload has stored again meanwhile. @returns the removed ones */
async function removeOldCopies(
  inventory: FileInventory,
  keys: readonly string[],
  since: Date,
): Promise<readonly StoredObject[]> {
  const removed: StoredObject[] = [];
  for (let first = 0; first < keys.length; first += copiesAtOnce)
    await Promise.all(
      keys.slice(first, first + copiesAtOnce).map(async (key) => {
        const copy = await inventory.find(key);
        if (copy === undefined || copy.storedAt >= since) return;
        await inventory.remove(key);
        removed.push(copy);
      }),
    );
  return removed;
}

function sumBytes(sizes: readonly number[]): SweptCount {
  return { count: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

const addCounts = (left: SweptCount, right: SweptCount): SweptCount => ({
  count: left.count + right.count,
  bytes: left.bytes + right.bytes,
});
