import { inBatches } from '../../../../lib/data-api/batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { run } from '../../../../lib/data-api/query.ts';
import {
  countActivity,
  countGathered,
  createGathering,
  gatherEdits,
  lockActivity,
  nothingWritten,
  orderGathered,
  writeGathered,
  type EditRow,
  type WrittenUpTo,
} from '../../../queries/write-activity.ts';
import type { Step } from '../../progress.ts';
import { counted } from '../../words.ts';
import { fileProblem, reportProblems, type ImportContext } from '../context.ts';
import { distinctFiles } from '../distinct-files.ts';
import { fileBytes } from '../file-bytes.ts';
import { readRecordLines } from '../resources/json-lines.ts';
import { readEdit } from './read-edit.ts';

/** What an import of activity is told besides its files. */
export type ActivityOptions = {
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
      `The activity stream has ${counted(items, 'item')} already, and the ordinal of an item never changes. Import activity into an instance whose stream is empty: bring the resource instances in with --no-activity, then this. Nothing was changed.`,
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
  options: ActivityOptions,
): Promise<ActivityImported> {
  refuseItems(await run(context.data.read, countActivity()));
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
  step.done(`${imported.edits} read, ${counted(imported.items, 'item')} of the stream`);
  return imported;
}

function refuseItems(items: number): void {
  if (items > 0) throw new StreamNotEmpty(items);
}

async function gather(
  files: readonly string[],
  context: ImportContext,
  { timeZone }: ActivityOptions,
  transaction: Transaction,
  step: Step,
): Promise<ActivityImported> {
  await transaction.execute(createGathering());
  const total = { edits: 0, passedOver: 0, leftOut: 0 };
  for (const [number, file] of distinctFiles(files, context).entries()) {
    let edits: EditRow[] = [];
    const send = async (): Promise<void> => {
      for (const batch of inBatches(edits, editsAtATime)) {
        const unplaced = await run(transaction.execute, gatherEdits(batch, timeZone));
        total.leftOut += unplaced.length;
        total.edits += batch.length - unplaced.length;
        reportProblems(file, unplaced.map(withoutGraph), context);
      }
      step.advance(edits.length);
      edits = [];
    };
    try {
      for await (const record of readRecordLines(fileBytes(file))) {
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
      reportProblems(file, [fileProblem(error)], context);
    }
    await send();
  }
  return { ...total, ...(await run(transaction.execute, countGathered())) };
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
  { masksDeleted }: ActivityOptions,
): Promise<void> {
  for (const statement of orderGathered) await transaction.execute(statement);
  refuseItems(await run(transaction.execute, lockActivity()));
  let written: WrittenUpTo | undefined = nothingWritten;
  while (written !== undefined) {
    written = await run(transaction.execute, writeGathered(written, masksDeleted));
  }
}
