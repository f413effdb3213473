import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { runQuery } from '../../lib/data-api/query.ts';
import { storageKeyOf } from '../../lib/files/store-bytes.ts';
import type { ExaminationContext } from '../../lib/images/examine-file.ts';
import { nilUuid } from '../../lib/model/ids.ts';
import { listWaitingFiles } from '../../lib/queries/files/examination.ts';
import { getErrorMessage } from './error-message.ts';

const defaultPollInterval = 2000;
const looksAfterChange = 2;

export type NewFilesOptions = {
  readonly context: ExaminationContext;
  readonly print: (line: string) => void;
  readonly isStopping: () => boolean;
  /**
   * The time of the last change of the stored files. While it stays the same, the database is left alone. Absent for a store that does not
   * tell it.
   */
  readonly readChangeTime?: () => Promise<number>;
  /** In milliseconds. */
  readonly pollInterval?: number;
};

/** Examines new files and makes the copies of pictures until the service stops, as a queue does it in AWS. The first error is printed. */
export async function deriveNewFiles(options: NewFilesOptions): Promise<void> {
  const {
    context,
    print,
    isStopping,
    readChangeTime,
    pollInterval = defaultPollInterval,
  } = options;
  let isBroken = false;
  let changeTimes: readonly (number | undefined)[] = [];
  while (!isStopping()) {
    try {
      const changeTime = await readChangeTime?.();
      // Bytes are stored before their row, so a change is followed by two looks.
      const isUnchanged =
        changeTime !== undefined &&
        changeTimes.length === looksAfterChange &&
        changeTimes.every((time) => time === changeTime);
      if (!isUnchanged) await deriveOnce(context, isStopping);
      changeTimes = [changeTime, ...changeTimes].slice(0, looksAfterChange);
      isBroken = false;
    } catch (error) {
      if (!isBroken && !isStopping())
        print(`Pictures could not be read: ${getErrorMessage(error)}`);
      isBroken = true;
    }
    await wait(pollInterval);
  }
}

/** Reads when a file was last stored in a folder, in milliseconds; 0 before the first one. */
export async function readChangeTime(fileFolder: string): Promise<number> {
  const stats = await stat(path.join(fileFolder, storageKeyOf(''))).catch(() => undefined);
  return stats?.mtimeMs ?? 0;
}

/** The native library is loaded when a file waits, so that the service also starts where there is none. */
async function deriveOnce(context: ExaminationContext, isStopping: () => boolean): Promise<void> {
  const waiting = await runQuery(context.dataApi.read, listWaitingFiles(nilUuid, 1));
  if (waiting.length === 0) return;
  const { deriveWaitingFiles } = await import('../../lib/images/derive-files.ts');
  const examined = deriveWaitingFiles(context, () => !isStopping());
  while ((await examined.next()).done !== true);
}
