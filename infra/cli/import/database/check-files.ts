import type { ImportContext } from '../import-context.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import type { DatabaseSource } from './database-source.ts';
import type { FileLookup } from './file-lookup.ts';

const filesPerBatch = 5000;

/**
 * Counts the records of files in the source, and reports those whose file is missing in a copy of the files. Neither the database of the
 * source nor this service contains the files; tiles contain only their names.
 * @param hasFile undefined if there is no copy to check
 */
export async function checkSourceFiles(
  { source, label }: DatabaseSource,
  { report }: ImportContext,
  hasFile: FileLookup | undefined,
) {
  let read = 0;
  let missing = 0;
  const query = 'select f.fileid, f.path, f.tileid from files f order by f.path';
  for await (const rows of source.readBatches(query, filesPerBatch)) {
    read += rows.length;
    if (hasFile === undefined) continue;
    const problems = rows
      .filter((row) => !hasFile(row['path'] ?? ''))
      .map((row) => makeMissingFileWarning(row['path'] ?? '', row['tileid'] ?? null));
    missing += problems.length;
    report.add(label, problems);
  }
  const notes =
    hasFile === undefined
      ? read === 0
        ? []
        : [
            'The files themselves are not in the database. Use --files FOLDER to list those that are missing in a copy.',
          ]
      : [`Missing files: ${missing}`];
  return { subject: 'Records of files', read, created: 0, notes };
}

function makeMissingFileWarning(file: string, tileId: string | null): ImportProblem {
  const message = `The file ${file} is missing in the location of --files. Copy it there.`;
  return importWarning('missing_file', message, { record: tileId ?? undefined });
}
