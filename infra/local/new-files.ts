import { setTimeout as wait } from 'node:timers/promises';

import { runQuery } from '../../lib/data-api/query.ts';
import type { ExaminationContext } from '../../lib/images/examine-file.ts';
import { nilUuid } from '../../lib/model/ids.ts';
import { listWaitingFiles } from '../../lib/queries/files/examination.ts';
import { getErrorMessage } from './error-message.ts';

const defaultPollInterval = 2000;

export type NewFilesOptions = {
  readonly context: ExaminationContext;
  readonly print: (line: string) => void;
  readonly isStopping: () => boolean;
  /** In milliseconds. */
  readonly pollInterval?: number;
};

/** Examines new files and makes the copies of pictures until the service stops, as a queue does it in AWS. The first error is printed. */
export async function deriveNewFiles(options: NewFilesOptions): Promise<void> {
  const { context, print, isStopping, pollInterval = defaultPollInterval } = options;
  let isBroken = false;
  while (!isStopping()) {
    try {
      await deriveOnce(context, isStopping);
      isBroken = false;
    } catch (error) {
      if (!isBroken && !isStopping())
        print(`Pictures could not be read: ${getErrorMessage(error)}`);
      isBroken = true;
    }
    await wait(pollInterval);
  }
}

/** The native library is loaded when a file waits, so that the service also starts where there is none. */
async function deriveOnce(context: ExaminationContext, isStopping: () => boolean): Promise<void> {
  const waiting = await runQuery(context.dataApi.read, listWaitingFiles(nilUuid, 1));
  if (waiting.length === 0) return;
  const { deriveWaitingFiles } = await import('../../lib/images/derive-files.ts');
  const examined = deriveWaitingFiles(context, () => !isStopping());
  while ((await examined.next()).done !== true);
}
