import path from 'node:path';

import type { DataApi } from '../../../../lib/data-api/client.ts';
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
import { ReadingProgress } from '../reading-progress.ts';
import type { Manifest } from './manifest.ts';
import { readLineBatches } from './read-lines.ts';
import { createSeparateWriter, createTransactionWriter, type BatchWriter } from './write-batch.ts';

export type RestoreOptions = {
  readonly directory: string;
  readonly manifest: Manifest;
  /** The connection to the database as the role that owns it. */
  readonly owner: DataApi;
  readonly progress: Progress;
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
