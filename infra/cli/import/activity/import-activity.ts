import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import {
  countActivity,
  countStagedEdits,
  createEditStagingTable,
  indexStagedEdits,
  lockActivity,
  stagedEditsStart,
  stageEdits,
  writeStagedEdits,
  type EditRow,
  type StagedEditsPosition,
} from './queries/write-activity.ts';
import { CommandError } from '../../command-error.ts';
import { pluralize } from '../../text.ts';
import type { ImportContext } from '../import-context.ts';
import { importError } from '../import-problems.ts';
import { runAndRollBack } from '../run-and-roll-back.ts';
import { runImporter } from '../run-importer.ts';
import { readInBatches } from '../run-in-batches.ts';
import { lineOfPosition, readEditBatches, type EditBatch } from './read-edits.ts';

/** Options of an import of activity. */
export type ActivityImportOptions = {
  /** The IANA time zone of times without one. */
  readonly timeZone: string;
  /** Whether deletions are masked for all but administrators. */
  readonly masksDeleted: boolean;
};

const editsPerBatch = 5000;

/**
 * Imports the edit log of another platform into the empty activity stream, in one transaction: an item for each resource instance and
 * transaction of the log, in the order of time. The files are streamed into a staging table of the database.
 * @param files files with one JSON object on each line, compressed if their names end in `.gz`
 * @throws CommandError if the stream is not empty, ImportStopped in a strict import
 */
export async function importActivity(
  files: readonly string[],
  context: ImportContext,
  options: ActivityImportOptions,
) {
  refuseNonEmptyStream(await runQuery(context.dataApi.read, countActivity()));
  const stageAll = async (transaction: Transaction) =>
    stageActivity(transaction, files, context, options.timeZone, { read: readEditFile });
  if (context.dryRun) return { ...(await runAndRollBack(context.dataApi, stageAll)), changes: 0 };
  return context.dataApi.transaction(async (transaction) => {
    const result = await stageAll(transaction);
    refuseNonEmptyStream(await runQuery(transaction.execute, lockActivity()));
    await writeActivityStream(transaction, options);
    return result;
  });
}

function refuseNonEmptyStream(items: number): void {
  if (items === 0) return;
  throw new CommandError(
    'stream_not_empty',
    `The activity stream already has ${pluralize(items, 'item')}, whose ordinals must not change. Import activity into an instance whose stream is empty: first import the resource instances with --no-activity, then the activity. Nothing was changed.`,
  );
}

export type EditSource = {
  /** Reads the edits of a source in batches. @param sourceNumber the number of the source among those of the import, from 0 */
  readonly read: (source: string, sourceNumber: number) => AsyncIterable<EditBatch>;
  /** The number of edits, if it is known. */
  readonly total?: number;
};

async function* readEditFile(file: string, fileNumber: number): AsyncGenerator<EditBatch> {
  yield* readEditBatches(file, fileNumber, editsPerBatch);
}

/**
 * Streams edits into a staging table, and counts them.
 * @param sources the names of files or of a database, which `editSource` reads
 */
export async function stageActivity(
  { execute }: Transaction,
  sources: readonly string[],
  context: ImportContext,
  timeZone: string,
  editSource: EditSource,
) {
  await execute(createEditStagingTable());
  const counts = { read: 0, skipped: 0, leftOut: 0 };
  let sourceNumber = -1;
  return runImporter(
    {
      subject: 'Edits',
      total: editSource.total,
      async *read(source) {
        sourceNumber += 1;
        for await (const batch of editSource.read(source, sourceNumber)) {
          counts.skipped += batch.skipped;
          counts.leftOut += batch.problems.length;
          yield batch;
        }
      },
      check: async (edits: readonly EditRow[], { report }) => {
        const withoutGraph = await readInBatches(execute, edits, editsPerBatch, (rows) =>
          stageEdits(rows, timeZone),
        );
        report(withoutGraph.map(makeUnknownGraphError));
        counts.read += edits.length - withoutGraph.length;
        counts.leftOut += withoutGraph.length;
      },
      write: async () => undefined,
      result: async () => {
        const staged = await runQuery(execute, countStagedEdits());
        const notes = describeActivity(counts.skipped, staged);
        const contents = [pluralize(staged.items, 'item')];
        return { ...counts, ...staged, contents, changes: staged.items, notes };
      },
    },
    sources,
    context,
  );
}

function describeActivity(
  skipped: number,
  { unknownUsers, isAhead }: { readonly unknownUsers: number; readonly isAhead: boolean },
): readonly string[] {
  return [
    `Lines that are skipped, because they are about no resource instance or about a part of its creation: ${skipped}`,
    ...(unknownUsers > 0
      ? [
          `Items by users without an account in this service: ${unknownUsers}. Import their accounts first (hds import accounts) to show their names.`,
        ]
      : []),
    ...(isAhead ? ['The last item is in the future. Check --timezone.'] : []),
  ];
}

function makeUnknownGraphError(position: string) {
  const message = `Line ${lineOfPosition(position)}: resourceclassid is empty, and the resource instance is not stored. Import it first, or fill in the column.`;
  return importError('unknown_graph', message);
}

/**
 * Writes the staged edits after the last item of the stream. The transaction must have locked the counter of ordinals, so that all other
 * writers wait until it ends.
 * @param items the number of items that are already in the stream
 */
export async function writeActivityStream(
  { execute }: Transaction,
  { masksDeleted }: Pick<ActivityImportOptions, 'masksDeleted'>,
  items = 0,
): Promise<void> {
  for (const statement of indexStagedEdits) await execute(statement);
  let position: StagedEditsPosition | undefined = { ...stagedEditsStart, ordinal: String(items) };
  while (position !== undefined) {
    position = await runQuery(execute, writeStagedEdits(position, masksDeleted));
  }
}
