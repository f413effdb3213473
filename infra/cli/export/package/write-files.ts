import type { FileStore } from '../../../../lib/stores/file-store.ts';
import type { Caller } from '../../../../lib/model/accounts/caller.ts';
import { readPages } from '../../../../lib/data-api/read-pages.ts';
import { beginCountingStep } from '../../progress.ts';
import { fileContent, packageFilesFolder } from '../../import/restore/manifest.ts';
import { pageStoredFiles, type FileOfPackage } from '../queries/package-files.ts';
import type { PackageExport } from './package-export.ts';

/**
 * Lists the files whose bytes are stored: all, or those that a caller may read.
 * @param reader undefined for all
 */
export async function listFilesOfPackage(
  { snapshot }: Pick<PackageExport, 'snapshot'>,
  reader: { readonly caller: Caller } | null,
): Promise<readonly FileOfPackage[]> {
  const query = pageStoredFiles(reader);
  const files: FileOfPackage[] = [];
  for await (const items of readPages(snapshot, query, 1)) files.push(...query.parse(items));
  return files;
}

/**
 * Writes the bytes of files into the package. Files that are missing in the store, or are not those that were stored, are left out and counted
 * as `missing_files`.
 * @rule Files: What of files is in a package?
 */
export async function writeFiles(
  { folder, files: written, counts, progress }: PackageExport,
  files: readonly FileOfPackage[],
  store: FileStore,
): Promise<void> {
  const step = beginCountingStep(progress, 'Files');
  let copied = 0;
  for (const { fileId, storageKey, sha256 } of files) {
    const content = await store.read(storageKey);
    if (content === undefined) continue;
    const file = await folder.write(`${packageFilesFolder}/${fileId}`, content);
    if (file.sha256 === sha256) {
      written.push({ content: fileContent, ...file });
      step.advanceTo((copied += 1));
    } else await folder.remove(file.path);
  }
  counts[fileContent] = copied;
  counts['missing_files'] = files.length - copied;
  step.done(`${copied} written`);
}
