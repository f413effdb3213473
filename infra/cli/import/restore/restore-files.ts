import { createReadStream } from 'node:fs';
import path from 'node:path';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import { readPages } from '../../../../lib/data-api/read-pages.ts';
import { storageKeyOf } from '../../../../lib/files/store-bytes.ts';
import { hashBytes, storeBytes } from '../../../../lib/files/store-bytes.ts';
import type { FileStore } from '../../../../lib/stores/file-store.ts';
import { CommandError } from '../../command-error.ts';
import { beginCountingStep } from '../../progress.ts';
import { pageStoredFiles } from '../../export/queries/package-files.ts';
import { fileContent } from './manifest.ts';
import { deleteStoredFiles } from './queries/restore-rows.ts';
import type { RestoreOptions } from './restore-rows.ts';

/**
 * Stores the bytes of the files of a package. Files whose bytes it does not have are no longer recorded as stored.
 * @throws CommandError `changed_package` if a file changes while it is read
 */
export async function restoreFiles(options: RestoreOptions): Promise<void> {
  const { directory, manifest, owner, progress, openFileStore } = options;
  const files = manifest.files.filter(({ content }) => content === fileContent);
  const fileIds = files.map((file) => path.posix.basename(file.path));
  await forgetMissingFiles(owner, new Set(fileIds));
  if (files.length === 0) return;
  const store = openFileStore();
  const step = beginCountingStep(progress, 'Files');
  for (const [index, file] of files.entries()) {
    await restoreFile(
      store,
      storageKeyOf(fileIds[index] ?? ''),
      path.join(directory, file.path),
      file.sha256,
    );
    step.advanceTo(index + 1);
  }
  step.done(`${files.length} restored`);
}

/** Deletes the records of files whose bytes the package does not have. */
async function forgetMissingFiles(owner: DataApi, fileIds: ReadonlySet<string>): Promise<void> {
  const query = pageStoredFiles(null);
  for await (const items of readPages(owner, query)) {
    const missing = query.parse(items).filter(({ fileId }) => !fileIds.has(fileId));
    if (missing.length > 0)
      await owner.write(deleteStoredFiles(missing.map(({ fileId }) => fileId)));
  }
}

/** Stores a file, unless an interrupted restore has done so. */
async function restoreFile(
  store: FileStore,
  key: string,
  file: string,
  sha256: string,
): Promise<void> {
  const stored = await store.read(key);
  if (stored !== undefined && (await hashBytes(stored)) === sha256) return;
  const copied = await storeBytes(store, key, createReadStream(file));
  if (copied.sha256 !== sha256)
    throw new CommandError('changed_package', `${file} has changed while it was read.`);
}
