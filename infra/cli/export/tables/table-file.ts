import { open, rename, rm } from 'node:fs/promises';

import type { TableChunk } from '../../../../lib/exports/read-table-rows.ts';
import type { SpatialTable } from '../../../../lib/model/tables/spatial-table.ts';
import type { OutputCounts } from '../chunked-output.ts';
import { toOutputError } from '../write-output.ts';

/** What a file of tables is written from. */
export type TableContent = {
  readonly tables: readonly SpatialTable[];
  readonly chunks: AsyncIterable<TableChunk>;
};

/** Writes a file of tables. @returns its counts; `leftOut` counts the values that the format cannot have */
export type WriteTableFile = (file: string, content: TableContent) => Promise<OutputCounts>;

/**
 * Writes a file beside its target, which it replaces when it is complete. Only the user of this process may read it.
 * @throws CommandError `output_not_writable`, and the errors of `write`
 */
export async function writeWholeFile(
  file: string,
  content: TableContent,
  write: WriteTableFile,
): Promise<OutputCounts> {
  const partFile = `${file}.part`;
  try {
    await rm(partFile, { force: true });
    await (await open(partFile, 'wx', 0o600)).close();
    const counts = await write(partFile, content);
    await rename(partFile, file);
    return counts;
  } catch (error) {
    await rm(partFile, { force: true }).catch(() => undefined);
    throw toOutputError(file, error);
  }
}
