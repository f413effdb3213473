import type { PagedStatement } from '../../../../lib/data-api/read-pages.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import {
  pageProposedTiles,
  pageTableRows,
  readTableColumns,
} from '../../../queries/package-rows.ts';
import {
  packageTables,
  relationTable,
  type PackageTable,
} from '../../../queries/package-tables.ts';
import { ownFolder } from '../../import/restore/manifest.ts';
import { beginCountingStep } from '../../progress.ts';
import { addFile, type PackageExport } from './package-export.ts';
import { writeRelationsFile } from './relations-file.ts';
import { writeLines } from './standard-files.ts';

/** Writes the rows of all tables that the business data do not have, and the relations once more as other platforms read them. */
export async function writeTables(work: PackageExport): Promise<void> {
  const { snapshot, withHashes, progress } = work;
  const columns = await runQuery(snapshot.read, readTableColumns(), 1);
  const pageRows = (table: PackageTable): PagedStatement =>
    pageTableRows(
      table,
      (columns[table.name] ?? []).map(({ name }) => name),
      withHashes,
    );
  const step = beginCountingStep(progress, 'Rows of tables');
  let rows = 0;
  const onPage = (pageLength: number): void => step.advanceTo((rows += pageLength));
  const write = (name: string, query: PagedStatement): Promise<void> =>
    addFile(work, name, `${ownFolder}/${name}.jsonl`, writeLines(snapshot, query, onPage));
  for (const table of packageTables) await write(table.name, pageRows(table));
  await write('proposed_tile', pageProposedTiles());
  step.done(`${rows} written`);
  await writeRelationsFile(work, pageRows(relationTable));
}
