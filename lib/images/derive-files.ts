import { setTimeout as wait } from 'node:timers/promises';

import { runQuery } from '../data-api/query.ts';
import { nilUuid } from '../model/ids.ts';
import { listWaitingFiles } from '../queries/files/examination.ts';
import { examineFile, type ExaminationContext, type ExaminationOutcome } from './examine-file.ts';

/** A file, and what came of its examination. */
export type ExaminedFile = { readonly fileId: string; readonly outcome: ExaminationOutcome };

const filesPerBatch = 100;

/** How long a new file is waited for whose bytes are stored, and its row is not yet, in seconds. */
const waitingSeconds = [1, 2, 4, 8, 16] as const;

/** Examines all files that wait, one after the other, while there is time. An interrupted run is repeated: it begins with what is left. */
export async function* deriveWaitingFiles(
  context: ExaminationContext,
  hasTimeLeft: () => boolean,
): AsyncGenerator<ExaminedFile> {
  for (let after: string = nilUuid; hasTimeLeft();) {
    const fileIds = await runQuery(context.dataApi.read, listWaitingFiles(after, filesPerBatch));
    for (const fileId of fileIds) {
      if (!hasTimeLeft()) return;
      yield { fileId, outcome: await examineFile(fileId, context) };
    }
    const last = fileIds.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/**
 * Examines files whose bytes were just stored. An import and an upload store bytes before their row, so it is waited for. A file without a row is
 * that of a change that failed, or the next run for all files that wait examines it.
 */
export async function* deriveNewFiles(
  fileIds: readonly string[],
  context: ExaminationContext,
  pause: (seconds: number) => Promise<void> = async (seconds) => wait(seconds * 1000),
): AsyncGenerator<ExaminedFile> {
  for (const fileId of fileIds) {
    let outcome = await examineFile(fileId, context);
    for (const seconds of waitingSeconds) {
      if (outcome !== 'unknown' && outcome !== 'changed') break;
      await pause(seconds);
      outcome = await examineFile(fileId, context);
    }
    yield { fileId, outcome };
  }
}
