import path from 'node:path';

import type { ChangeAuthor } from '../../../../lib/model/accounts/access-change.ts';
import type { DataApi } from '../../../../lib/data-api/client.ts';
import { maxBatchBytes } from '../../../../lib/data-api/split-into-batches.ts';
import type { FileStore } from '../../../../lib/stores/file-store.ts';
import type { Statement } from '../../../../lib/data-api/sql.ts';
import type { TableColumns } from '../../export/queries/package-rows.ts';
import { viewTables, type PackageTable } from '../../export/queries/package-tables.ts';
import {
  deleteSeeds,
  markProposedTiles,
  restoreRows,
  restoreTiles,
  selectTableRows,
} from './queries/restore-rows.ts';
import { beginCountingStep, type Progress } from '../../progress.ts';
import { readFileBytes } from '../read-file.ts';
import { ReadingProgress } from '../reading-progress.ts';
import { readRecordLines } from '../resources/read-record-lines.ts';
import type { Manifest } from './manifest.ts';
import { createSeparateWriter, createTransactionWriter, type BatchWriter } from './write-batch.ts';

const maxLines = 2000;

export type RestoreOptions = {
  readonly directory: string;
  readonly manifest: Manifest;
  /** The connection to the database as the role that owns it. */
  readonly owner: DataApi;
  readonly progress: Progress;
  /** Opens the store of the files that tiles name. */
  readonly openFileStore: () => FileStore;
  /** Who restores the package. */
  readonly operator: ChangeAuthor;
};

/** Writes the rows of a table. The rows that a new database already has are deleted first. */
export async function restoreTable(
  options: RestoreOptions,
  columns: TableColumns,
  table: PackageTable,
): Promise<void> {
  const { owner } = options;
  const toStatement = (rows: Statement): Statement => restoreRows([{ table, rows }], columns);
  const write = (writer: BatchWriter): Promise<void> =>
    restoreContent(options, table.name, writer, toStatement);
  if (table.isSeeded === true) await owner.write(deleteSeeds(table));
  await (table.isOneTransaction === true
    ? owner.transaction((transaction) => write(createTransactionWriter(transaction)))
    : write(createSeparateWriter(owner)));
}

/** Writes the tiles of the business data, and marks those that are only proposed. */
export async function restoreAllTiles(options: RestoreOptions): Promise<void> {
  const { owner } = options;
  await restoreContent(options, 'records', createSeparateWriter(owner), restoreTiles);
  await restoreContent(options, 'proposed_tile', createSeparateWriter(owner), markProposedTiles);
}

/** Writes the spatial views and their attributes in one statement, because the database creates the views when the statement ends. */
export async function restoreViews(options: RestoreOptions, columns: TableColumns): Promise<void> {
  const lines: string[] = [];
  for (const { name } of viewTables) {
    for await (const batch of readBatches(listFiles(options, name))) {
      lines.push(...batch.map((line) => `{"${name}": ${line}}`));
    }
  }
  await createSeparateWriter(options.owner)(lines, (rows) =>
    restoreRows(
      viewTables.map((table) => ({ table, rows: selectTableRows(rows, table) })),
      columns,
    ),
  );
}

async function restoreContent(
  options: RestoreOptions,
  content: string,
  write: BatchWriter,
  toStatement: (rows: Statement) => Statement,
): Promise<void> {
  const files = listFiles(options, content);
  const reading = new ReadingProgress(files);
  const step = beginCountingStep(options.progress, content, {
    fraction: () => reading.fraction(),
  });
  let rows = 0;
  for await (const lines of readBatches(files, (file) => reading.begin(file))) {
    await write(lines, toStatement);
    rows += lines.length;
    step.advanceTo(rows);
  }
  step.done(`${rows} restored`);
}

/** Lists the files of the manifest with a kind of content. */
function listFiles({ directory, manifest }: RestoreOptions, content: string): readonly string[] {
  return manifest.files
    .filter((file) => file.content === content)
    .map((file) => path.join(directory, file.path));
}

async function* readBatches(
  files: readonly string[],
  onFile: (file: string) => void = () => undefined,
): AsyncGenerator<readonly string[]> {
  for (const file of files) {
    onFile(file);
    yield* readLineBatches(file);
  }
}

/**
 * Reads the lines of a file that are JSON objects or texts, in batches that fit in a request. A line that is larger than a request is a
 * batch of its own. Other lines, such as the beginning of the document, are skipped, and commas at the ends of lines are removed.
 */
async function* readLineBatches(file: string): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for await (const { text } of readRecordLines(readFileBytes(file))) {
    if (!/^["{].*["}],?$/s.test(text)) continue;
    const json = text.endsWith(',') ? text.slice(0, -1) : text;
    const lineBytes = Buffer.byteLength(json);
    if (batch.length === maxLines || (batch.length > 0 && bytes + lineBytes > maxBatchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(json);
    bytes += lineBytes;
  }
  if (batch.length > 0) yield batch;
}
