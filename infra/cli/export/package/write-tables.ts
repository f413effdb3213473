import type { PagedStatement } from '../../../../lib/data-api/read-pages.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { pageProposedTiles, pageTableRows, readTableColumns } from '../queries/package-rows.ts';
import { packageTables, relationTable, type PackageTable } from '../queries/package-tables.ts';
import { ownFolder } from '../../import/restore/manifest.ts';
import { beginCountingStep } from '../../progress.ts';
import { addFile, type PackageExport } from './package-export.ts';
import { writeRelationsFile } from './relations-file.ts';
import { readRowLines } from './standard-files.ts';

/**
 * Writes the rows of all tables that the standard files do not contain. Relations are also written as a `.relations` file, for
 * other platforms.
 */
export async function writeTables(packageExport: PackageExport): Promise<void> {
  const { snapshot, withHashes, progress } = packageExport;
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
  const writeRows = (name: string, query: PagedStatement): Promise<void> =>
    addFile(
      packageExport,
      name,
      `${ownFolder}/${name}.jsonl`,
      readRowLines(snapshot, query, onPage),
    );
  for (const table of packageTables) await writeRows(table.name, pageRows(table));
  await writeRows('proposed_tile', pageProposedTiles());
  step.done(`${rows} written`);
  await writeRelationsFile(packageExport, pageRows(relationTable));
}
