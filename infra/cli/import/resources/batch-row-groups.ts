import { toFileProblem } from '../file-error.ts';
import type { ImportProblem } from '../import-problems.ts';

/** Consecutive rows of one record. */
type RowsOfRecord = { readonly rows: readonly unknown[] };

const recordsPerTransaction = 1000;

type Batching<Group, Batch> = {
  /** What tells the record of a group from others. */
  readonly keyOf: (group: Group) => string;
  /** Converts the groups of one transaction. */
  readonly readBatch: (groups: readonly Group[]) => Promise<Batch>;
  readonly rowsPerTransaction: number;
  /** The problems of a file that was read to its end. */
  readonly listFinalProblems?: () => readonly ImportProblem[];
};

/** Streams the rows of a file in batches for one transaction each. What cannot be read ends the last one, with its problem. */
export async function* batchRowGroups<
  Group extends RowsOfRecord,
  Batch extends { readonly problems: ImportProblem[] },
>(
  groups: AsyncIterable<Group>,
  { keyOf, readBatch, rowsPerTransaction, listFinalProblems }: Batching<Group, Batch>,
): AsyncGenerator<Batch> {
  let next: Group[] = [];
  let rows = 0;
  let keys = new Set<string>();
  const takeBatch = async (): Promise<Batch> => {
    const batch = await readBatch(next);
    next = [];
    rows = 0;
    keys = new Set();
    return batch;
  };
  try {
    for await (const group of groups) {
      // A second group of the same record adds to the first one, which must be written in an earlier batch.
      if (keys.has(keyOf(group))) yield takeBatch();
      keys.add(keyOf(group));
      next.push(group);
      rows += group.rows.length;
      if (next.length >= recordsPerTransaction || rows >= rowsPerTransaction) yield takeBatch();
    }
  } catch (error) {
    const fileProblem = toFileProblem(error);
    const batch = await takeBatch();
    const message = `${fileProblem.message}. The rest of the file was not read.`;
    batch.problems.push({ ...fileProblem, message });
    yield batch;
    return;
  }
  const lastBatch = await takeBatch();
  lastBatch.problems.push(...(listFinalProblems?.() ?? []));
  yield lastBatch;
}
