import { setTimeout as wait } from 'node:timers/promises';

import { runDueJobs } from '../../lib/exports/run-due-jobs.ts';
import type { ExportContext } from '../../lib/exports/export-context.ts';
import { errorMessage } from './error-message.ts';

// A minute is enough, because jobs are due at full hours.
const defaultPollInterval = 60_000;

export type DueExportsOptions = {
  readonly context: ExportContext;
  /** Identifies the process, so that the next start on the same data continues its runs at once. */
  readonly owner: string;
  readonly print: (line: string) => void;
  readonly isStopping: () => boolean;
  /** In milliseconds. */
  readonly pollInterval?: number;
};

/** Runs due exports until the service stops, as the state machine does in AWS. Reports errors and retries. */
export async function runDueExports(options: DueExportsOptions): Promise<void> {
  let lastFailures = 0;
  while (!options.isStopping()) {
    lastFailures = await runDueExportsOnce(options, lastFailures);
    await wait(options.pollInterval ?? defaultPollInterval);
  }
}

/** @returns the number of jobs whose last run failed */
async function runDueExportsOnce(
  { context, owner, print, isStopping }: DueExportsOptions,
  lastFailures: number,
): Promise<number> {
  try {
    const { finished, broken } = await runDueJobs(context, owner);
    if (finished > 0) print(`exports made: ${finished}`);
    if (broken > lastFailures) print('exports went wrong: npm run hds -- export-job list');
    return broken;
  } catch (error) {
    if (!isStopping()) {
      print(`Exports could not be made: ${errorMessage(error)}`);
    }
    return lastFailures;
  }
}
