import { realpathSync } from 'node:fs';

import { toFileProblem } from './file-error.ts';
import { importWarning, type ImportProblem } from './import-problems.ts';

/** Records of a file that are checked and written together. */
export type ImportBatch<Records> = {
  /** Undefined for a batch that consists only of problems. */
  readonly records?: Records;
  /** The number of records, for the progress. */
  readonly size?: number;
  readonly problems?: readonly ImportProblem[];
};

/** A batch with the name of its file, or a name for all files if they are merged. */
export type FileBatch<Records> = ImportBatch<Records> & { readonly file: string };

/** How files are read. */
export type BatchReader<Records> = {
  /** Reads a file in batches. @throws FileFormatError, which is reported */
  readonly read: (file: string) => AsyncIterable<ImportBatch<Records>>;
  /** Merges the batches of all files, if their records must be imported together. */
  readonly merge?: (parts: readonly Records[]) => Records;
};

/** Reads files in batches, or as one batch if the reader merges them. @param onFile called before each file is read */
export async function* readBatches<Records>(
  { read, merge }: BatchReader<Records>,
  files: readonly string[],
  onFile: (file: string) => void = () => undefined,
): AsyncGenerator<FileBatch<Records>> {
  if (merge === undefined) {
    yield* readFiles(read, files, onFile);
    return;
  }
  const parts: Records[] = [];
  for await (const { records, ...batch } of readFiles(read, files, onFile)) {
    if (records !== undefined) parts.push(records);
    yield batch;
  }
  const [first = '', ...otherFiles] = files;
  const file = otherFiles.length === 0 ? first : `${first} and ${otherFiles.length} more`;
  yield { file, records: merge(parts), size: 0 };
}

/** Reads each file once. A file that cannot be read is reported as a problem, and reading goes on with the next file. */
async function* readFiles<Records>(
  read: BatchReader<Records>['read'],
  files: readonly string[],
  onFile: (file: string) => void,
): AsyncGenerator<FileBatch<Records>> {
  const paths = new Set<string>();
  for (const file of files) {
    onFile(file);
    const path = resolveRealPath(file);
    if (paths.has(path)) {
      const message = 'The file is given twice: it is read once.';
      yield { file, problems: [importWarning('repeated_file', message)], size: 0 };
      continue;
    }
    paths.add(path);
    try {
      for await (const batch of read(file)) yield { ...batch, file };
    } catch (error) {
      yield { file, problems: [toFileProblem(error)] };
    }
  }
}

/** Returns the files without those that are given a second time, under any name. */
export function listDistinctFiles(files: readonly string[]): readonly string[] {
  return [...Map.groupBy(files, resolveRealPath).values()].flatMap(([first]) => first ?? []);
}

function resolveRealPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // Reading the file later fails with a better message.
    return file;
  }
}
