import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { isUuid } from '../../../lib/model/ids.ts';
import { CommandError } from '../command-error.ts';
import type { FileInventory } from './inventory/file-inventory.ts';
import { hasBytes } from './inventory/has-bytes.ts';
import { keyPrefixesOf } from './keys.ts';
import {
  deleteFile,
  findRemoval,
  lockFiles,
  recordRemoval,
  type FileRemoval,
} from './queries/removals.ts';

export type RemovalResult = {
  /** The removal that was recorded before; null if this is the first. */
  readonly former: FileRemoval | null;
  /** How many objects and versions were deleted. */
  readonly deletedVersions: number;
};

/**
 * Removes a file for good: its record, its bytes and derivatives, and all their versions. It can be repeated, such as after a failure. What
 * names the file stays.
 * @rule Files: What does removing a file delete, and what stays?
 * @throws CommandError `unknown_file` if nothing names, stores or removed such a file
 */
export async function removeFile(
  dataApi: DataApi,
  inventory: FileInventory,
  { fileId: givenId, author, reason }: Omit<FileRemoval, 'removedAt'>,
): Promise<RemovalResult> {
  if (!isUuid(givenId)) throw makeUnknownFileError(givenId);
  const fileId = givenId.toLowerCase();
  const { isKnown, removal: former } = await runQuery(dataApi.read, findRemoval(fileId));
  if (!isKnown && former === null && !(await hasBytes(inventory, fileId)))
    throw makeUnknownFileError(fileId);
  await dataApi.transaction(async ({ execute }) => {
    await execute(lockFiles);
    await execute(recordRemoval({ fileId, author, reason }));
    await execute(deleteFile(fileId));
  });
  let deletedVersions = 0;
  for (const prefix of keyPrefixesOf(fileId)) deletedVersions += await inventory.purge(prefix);
  return { former, deletedVersions };
}

function makeUnknownFileError(fileId: string): CommandError {
  return new CommandError(
    'unknown_file',
    `There is no file ${fileId}: neither a value nor the store has it. Give the file_id of a value.`,
  );
}
