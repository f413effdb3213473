import type { ImportContext } from '../import-context.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import type { DatabaseSource } from './database-source.ts';
import type { HasFile } from './file-names.ts';

const filesPerBatch = 5000;

/**
 * Counts the records of files, and lists those whose bytes are missing. The values of tiles name the files; their bytes are not in the
 * database, and this service does not keep them.
 * @param hasFile undefined to check nothing
 */
export async function checkSourceFiles(
  { source, label }: DatabaseSource,
  { report }: ImportContext,
  hasFile: HasFile | undefined,
) {
  let read = 0;
  let missing = 0;
  const query = 'select f.fileid, f.path, f.tileid from files f order by f.path';
  for await (const rows of source.readBatches(query, filesPerBatch)) {
    read += rows.length;
    if (hasFile === undefined) continue;
    const problems = rows
      .filter((row) => !hasFile(row['path'] ?? ''))
      .map((row) => missingFileWarning(row['path'] ?? '', row['tileid'] ?? null));
    missing += problems.length;
    report.add(label, problems);
  }
  const notes =
    hasFile === undefined
      ? read === 0
        ? []
        : [
            'Their bytes are not in the database. To list those that are missing in a copy: --files FOLDER',
          ]
      : [`Files whose bytes are missing: ${missing}`];
  return { subject: 'Records of files', read, created: 0, notes };
}

function missingFileWarning(file: string, tileId: string | null): ImportProblem {
  const message = `The file ${file} is missing.`;
  return importWarning('missing_file', message, { record: tileId ?? undefined });
}
