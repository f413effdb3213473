import path from 'node:path';

import { hashBytes, storageKeyOf, storeBytes } from '../../../../lib/files/store-bytes.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { detectContentType } from '../../../../lib/model/files/content-type.ts';
import { safeFileName } from '../../../../lib/model/files/content-disposition.ts';
import type { FileStore } from '../../../../lib/stores/file-store.ts';
import { beginCountingStep } from '../../progress.ts';
import type { ImportContext } from '../import-context.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import type { ImportResult } from '../import-summary.ts';
import type { FileSource, SourceFile } from './file-source.ts';
import { forgetExamination, recordStoredFile, type KnownFile } from './queries/stored-files.ts';

/** A file to be copied. */
export type FileToCopy = {
  readonly known: KnownFile;
  /** Its path in the source. */
  readonly file: string;
  /** What names it, for the report. */
  readonly record: string | undefined;
};

type Outcome = 'new' | 'changed' | 'unchanged' | 'missing' | 'damaged' | 'removed';

/** How many files are copied at once. Each may need the memory of a part. */
const filesAtOnce = 4;

/**
 * Copies files into the store of the service, and records them. What is stored with the same hash is skipped, so that an interrupted copy
 * can be repeated. Missing files, and those that cannot be read, are warnings.
 * @rule Files: What does an import do with the bytes of files?
 * @param label of the source, for the report
 */
export async function copyFiles(
  label: string,
  source: FileSource,
  batches: AsyncIterable<readonly FileToCopy[]>,
  context: ImportContext,
): Promise<ImportResult> {
  const counts: Record<Outcome, number> = {
    new: 0,
    changed: 0,
    unchanged: 0,
    missing: 0,
    damaged: 0,
    removed: 0,
  };
  let store: FileStore | undefined;
  const openStore = (): FileStore => (store ??= context.openFileStore());
  const step = beginCountingStep(context.progress, 'Files');
  let read = 0;
  for await (const batch of batches) {
    for (let first = 0; first < batch.length; first += filesAtOnce) {
      const files = batch.slice(first, first + filesAtOnce);
      const results = await Promise.all(
        files.map((file) => copyFile(source, file, context, openStore)),
      );
      for (const { outcome } of results) counts[outcome] += 1;
      context.report.add(
        label,
        results.flatMap(({ problems }) => problems),
      );
      step.advanceTo((read += files.length));
    }
  }
  step.done(`${read} read`);
  return {
    subject: 'Files',
    read,
    created: counts.new,
    updated: counts.changed,
    unchanged: counts.unchanged,
    notes: [
      `Missing files: ${counts.missing}`,
      `Damaged files: ${counts.damaged}`,
      ...(counts.removed === 0 ? [] : [`Removed for good, and left out: ${counts.removed}`]),
    ],
  };
}

type CopyResult = { readonly outcome: Outcome; readonly problems: readonly ImportProblem[] };

async function copyFile(
  source: FileSource,
  fileToCopy: FileToCopy,
  context: ImportContext,
  openStore: () => FileStore,
): Promise<CopyResult> {
  const { known, file, record } = fileToCopy;
  if (known.isRemoved) return describeRemoved(fileToCopy);
  const sourceFile = await source.find(file);
  if (sourceFile === undefined) {
    const message = `The file ${file} is missing. Copy it there, and import again.`;
    return { outcome: 'missing', problems: [importWarning('missing_file', message, { record })] };
  }
  const problems = compareSize(fileToCopy, sourceFile);
  try {
    if (await isStored(known, sourceFile)) return { outcome: 'unchanged', problems };
    if (!context.dryRun && !(await storeFile(openStore(), fileToCopy, sourceFile, context)))
      return describeRemoved(fileToCopy);
    return { outcome: known.stored === null ? 'new' : 'changed', problems };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The file ${file} cannot be copied: ${reason}`;
    return { outcome: 'damaged', problems: [importWarning('damaged_file', message, { record })] };
  }
}

function describeRemoved({ known, file, record }: FileToCopy): CopyResult {
  const message = `The file ${file} was removed for good, so it is not copied. If this import ran while it was removed, repeat: hds files remove ${known.fileId}`;
  return { outcome: 'removed', problems: [importWarning('removed_file', message, { record })] };
}

/** A file of another size than its tile says may be cut off. It is copied as it is. */
function compareSize(
  { known, file, record }: FileToCopy,
  { bytes }: SourceFile,
): readonly ImportProblem[] {
  if (known.size === null || Number(known.size) === bytes) return [];
  const message = `The file ${file} has ${bytes} bytes, but ${known.size} by its tile. Compare it with the original.`;
  return [importWarning('other_file_size', message, { record })];
}

async function isStored({ stored }: KnownFile, { bytes, open }: SourceFile): Promise<boolean> {
  return stored?.byteCount === bytes && stored.sha256 === (await hashBytes(await open()));
}

/** @returns false if the file was removed for good meanwhile */
async function storeFile(
  store: FileStore,
  { known, file }: FileToCopy,
  { open }: SourceFile,
  { dataApi }: ImportContext,
): Promise<boolean> {
  const storageKey = storageKeyOf(known.fileId);
  if (known.stored !== null) await dataApi.write(forgetExamination(known.fileId));
  const { first, byteCount, sha256 } = await storeBytes(store, storageKey, await open());
  return runQuery(
    dataApi.write,
    recordStoredFile({
      fileId: known.fileId,
      storageKey,
      contentType: detectContentType(first, known.type ?? undefined),
      byteCount,
      sha256,
      name: safeFileName(known.name ?? path.posix.basename(file)),
    }),
  );
}
