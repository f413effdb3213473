import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import {
  countActivity,
  countStagedEdits,
  createEditStagingTable,
  stageEdits,
  lockActivity,
  stagedEditsStart,
  indexStagedEdits,
  writeStagedEdits,
  type EditRow,
  type StagedEditsPosition,
} from '../../../queries/write-activity.ts';
import type { ProgressStep } from '../../progress.ts';
import { pluralize } from '../../text.ts';
import { toFileProblem, reportProblems, type ImportContext } from '../import-context.ts';
import { skipRepeatedFiles } from '../skip-repeated-files.ts';
import { readFileBytes } from '../read-file.ts';
import { readRecordLines } from '../resources/read-record-lines.ts';
import { readEdit } from './read-edit.ts';

/** What an import of activity is told besides its files. */
export type ActivityImportOptions = {
  /** The time zone of times that name none (IANA). */
  readonly timeZone: string;
  /** Whether what was deleted there is masked for all but administrators. */
  readonly masksDeleted: boolean;
};

/** What an import of activity met. */
export type ActivityImported = {
  readonly edits: number;
  /** Lines that tell of no resource instance, or of a part of its creation. */
  readonly passedOver: number;
  /** Lines that were reported. */
  readonly leftOut: number;
  readonly items: number;
  readonly unknownUsers: number;
  readonly isAhead: boolean;
};

/** The stream has items: what came before them cannot be put there any more. */
export class StreamNotEmpty extends Error {
  readonly code = 'stream_not_empty';

  constructor(items: number) {
    super(
      `The activity stream has ${pluralize(items, 'item')} already, and the ordinal of an item never changes. Import activity into an instance whose stream is empty: bring the resource instances in with --no-activity, then this. Nothing was changed.`,
    );
  }
}

const editsAtATime = 5000;

/** Ends a transaction that is only tried. */
class TakenBack extends Error {
  readonly imported: ActivityImported;

  constructor(imported: ActivityImported) {
    super();
    this.imported = imported;
  }
}

/**
 * Imports the edit log of another platform into the empty activity stream, all or nothing: an item for each resource instance and
 * transaction, in the order of time. The files are streamed; what is gathered of them is kept by the database.
 * @param files JSON lines, packed where their names end in .gz
 * @throws StreamNotEmpty, and ImportStopped in a strict import
 */
export async function importActivity(
  files: readonly string[],
  context: ImportContext,
  options: ActivityImportOptions,
): Promise<ActivityImported> {
  refuseItems(await runQuery(context.data.read, countActivity()));
  const step = context.progress.begin('Edits');
  const imported = await context.data
    .transaction(async (transaction) => {
      const gathered = await gather(files, context, options, transaction, step);
      if (context.dryRun) throw new TakenBack(gathered);
      await writeStream(transaction, options);
      return gathered;
    })
    .catch((error: unknown) => {
      if (error instanceof TakenBack) return error.imported;
      throw error;
    });
  step.done(`${imported.edits} read, ${pluralize(imported.items, 'item')} of the stream`);
  return imported;
}

function refuseItems(items: number): void {
  if (items > 0) throw new StreamNotEmpty(items);
}

async function gather(
  files: readonly string[],
  context: ImportContext,
  { timeZone }: ActivityImportOptions,
  transaction: Transaction,
  step: ProgressStep,
): Promise<ActivityImported> {
  await transaction.execute(createEditStagingTable());
  const total = { edits: 0, passedOver: 0, leftOut: 0 };
  for (const [number, file] of skipRepeatedFiles(files, context).entries()) {
    let edits: EditRow[] = [];
    const send = async (): Promise<void> => {
      for (const batch of splitIntoBatches(edits, editsAtATime)) {
        const unplaced = await runQuery(transaction.execute, stageEdits(batch, timeZone));
        total.leftOut += unplaced.length;
        total.edits += batch.length - unplaced.length;
        reportProblems(file, unplaced.map(withoutGraph), context);
      }
      step.advance(edits.length);
      edits = [];
    };
    try {
      for await (const record of readRecordLines(readFileBytes(file))) {
        const read = readEdit(record, number);
        if (read.kind === 'edit') edits.push(read.edit);
        if (read.kind === 'nothing') total.passedOver += 1;
        if (read.kind === 'problem') {
          total.leftOut += 1;
          reportProblems(file, [read.problem], context);
        }
        if (edits.length === editsAtATime) await send();
      }
    } catch (error) {
      reportProblems(file, [toFileProblem(error)], context);
    }
    await send();
  }
  return { ...total, ...(await runQuery(transaction.execute, countStagedEdits())) };
}

function withoutGraph(place: string) {
  const line = Number(place.slice(4));
  return {
    severity: 'error',
    code: 'unknown_graph',
    pointer: '',
    message: `Line ${line}: resourceclassid names no graph, and there is no resource instance here to tell it.`,
  } as const;
}

/** Nobody else writes from here on; all had to wait for their turn at the counter anyway. */
async function writeStream(
  transaction: Transaction,
  { masksDeleted }: ActivityImportOptions,
): Promise<void> {
  for (const statement of indexStagedEdits) await transaction.execute(statement);
  refuseItems(await runQuery(transaction.execute, lockActivity()));
  let written: StagedEditsPosition | undefined = stagedEditsStart;
  while (written !== undefined) {
    written = await runQuery(transaction.execute, writeStagedEdits(written, masksDeleted));
  }
}
