import type { StatementReader } from '../../../../lib/data-api/chunks.ts';
import type { Caller } from '../../../../lib/model/accounts/caller.ts';
import type { FileStore } from '../../../../lib/stores/file-store.ts';
import type { Manifest } from '../../import/restore/manifest.ts';
import type { Progress } from '../../progress.ts';
import type { PackageFolder } from './package-folder.ts';
import type { CountedText } from './standard-files.ts';

export type PackageOptions = {
  readonly directory: string;
  /** Whether to write the hashes of passwords and of secrets of applications. */
  readonly withHashes: boolean;
  /** The language of the names in the headers of business data. */
  readonly language: string;
  readonly baseUrl: string;
  /** Whose rights decide what is written; null for everything. */
  readonly reader: { readonly caller: Caller; readonly name: string } | null;
  readonly progress: Progress;
  /** Opens the store of the files that tiles name. */
  readonly openFileStore: () => FileStore;
};

/** The state of an export that is being written. */
export type PackageExport = PackageOptions & {
  readonly snapshot: StatementReader;
  readonly folder: PackageFolder;
  /** The files that are complete. */
  readonly files: Manifest['files'][number][];
  /** The number of rows or records by content, see `addFile`. */
  readonly counts: Record<string, number>;
};

/**
 * Writes a file and adds it to the manifest.
 * @param content the name of the table whose rows it has, or another kind of content such as `records`
 */
export async function addFile(
  { folder, files, counts }: PackageExport,
  content: string,
  path: string,
  { parts, count }: CountedText,
): Promise<void> {
  files.push({ content, ...(await folder.write(path, parts)) });
  counts[content] = (counts[content] ?? 0) + count();
}
