import { runQuery } from '../../../../lib/data-api/query.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import type { DatabaseSource } from '../database/database-source.ts';
import type { ImportContext } from '../import-context.ts';
import type { ImportResult } from '../import-summary.ts';
import { copyFiles, type FileToCopy } from './copy-files.ts';
import type { FileSource } from './file-source.ts';
import { findKnownFiles } from './queries/stored-files.ts';

const filesPerBatch = 1000;

/**
 * Copies the files of another platform, whose database has their paths. Without a copy of the files, it counts their records.
 * @param files undefined if there is no copy
 */
export async function importSourceFiles(
  database: DatabaseSource,
  context: ImportContext,
  files: FileSource | undefined,
): Promise<ImportResult> {
  if (files !== undefined)
    return copyFiles(database.label, files, readFilesToCopy(database, context), context);
  let read = 0;
  for await (const rows of readFileRows(database)) read += rows.length;
  const note = 'The files themselves are not in the database. Use --files LOCATION to copy them.';
  return { subject: 'Files', read, created: 0, notes: read === 0 ? [] : [note] };
}

const readFileRows = ({ source }: DatabaseSource) =>
  source.readBatches(
    'select f.fileid, f.path, f.tileid from files f order by f.path',
    filesPerBatch,
  );

async function* readFilesToCopy(
  database: DatabaseSource,
  { dataApi }: ImportContext,
): AsyncGenerator<readonly FileToCopy[]> {
  for await (const rows of readFileRows(database)) {
    const rowsById = new Map(
      rows.flatMap((row) => {
        const fileId = row['fileid']?.toLowerCase() ?? '';
        return isUuid(fileId) ? [[fileId, row]] : [];
      }),
    );
    const knownFiles = await runQuery(dataApi.read, findKnownFiles([...rowsById.keys()]));
    yield knownFiles.map((known) => {
      const row = rowsById.get(known.fileId);
      return { known, file: row?.['path'] ?? '', record: row?.['tileid'] ?? undefined };
    });
  }
}
