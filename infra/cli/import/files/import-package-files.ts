import path from 'node:path';

import { runQuery } from '../../../../lib/data-api/query.ts';
import { nilUuid } from '../../../../lib/model/ids.ts';
import type { ImportContext } from '../import-context.ts';
import type { ImportResult } from '../import-summary.ts';
import { copyFiles, type FileToCopy } from './copy-files.ts';
import { openFileSource } from './file-source.ts';
import { listNamedFiles, type KnownFile } from './queries/stored-files.ts';

const filesPerBatch = 500;

/**
 * Copies the files of a package that tiles name: by their id, as exports of this service name them, otherwise by their path or name, as other
 * platforms do. In a dry run, new tiles are not stored, so their files are not looked for.
 * @rule Imports and exports: Which file of a package belongs to which tile?
 * @param files the absolute paths of the files in the folders for them
 */
export async function importPackageFiles(
  directory: string,
  files: readonly string[],
  context: ImportContext,
): Promise<ImportResult> {
  if (files.length === 0) return { subject: 'Files', read: 0 };
  const source = await openFileSource(directory, { region: '', s3Endpoint: undefined });
  const names = new Map(
    files.map((file) => [
      path.basename(file),
      path.relative(path.resolve(directory), file).replaceAll(path.sep, '/'),
    ]),
  );
  return copyFiles(directory, source, readFilesToCopy(names, context), context);
}

async function* readFilesToCopy(
  names: ReadonlyMap<string, string>,
  { dataApi }: ImportContext,
): AsyncGenerator<readonly FileToCopy[]> {
  for (let after: string = nilUuid; ;) {
    const knownFiles = await runQuery(dataApi.read, listNamedFiles(after, filesPerBatch));
    yield knownFiles.flatMap((known) => toFileToCopy(known, names));
    const last = knownFiles.at(-1);
    if (last === undefined) return;
    after = last.fileId;
  }
}

/** Stored files that the package does not have are left alone. */
function toFileToCopy(known: KnownFile, names: ReadonlyMap<string, string>): readonly FileToCopy[] {
  const { fileId, path: storedPath, name, stored } = known;
  const candidates = [fileId, path.posix.basename(storedPath ?? ''), name ?? ''];
  const file = candidates
    .map((candidate) => names.get(candidate))
    .find((candidate) => candidate !== undefined);
  if (file === undefined && stored !== null) return [];
  return [{ known, file: file ?? name ?? fileId, record: fileId }];
}
