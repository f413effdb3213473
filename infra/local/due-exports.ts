import { setTimeout as wait } from 'node:timers/promises';

import { runDueJobs } from '../../lib/exports/run-due-jobs.ts';
import type { ExportContext } from '../../lib/exports/export-context.ts';
import { getErrorMessage } from './error-message.ts';

// A minute is frequent enough, because jobs are due at full hours.
const defaultPollInterval = 60_000;

export type DueExportsOptions = {
  readonly context: ExportContext;
  /** The holder of the leases. A later start with the same owner continues interrupted runs at once. */
  readonly owner: string;
  readonly print: (line: string) => void;
  readonly isStopping: () => boolean;
  /** In milliseconds. */
  readonly pollInterval?: number;
};

/** Runs due exports until the service stops, as the state machine does in AWS. Errors are printed, and the exports retried. */
export async function runDueExports(options: DueExportsOptions): Promise<void> {
  let failedJobs = 0;
  while (!options.isStopping()) {
    failedJobs = await runDueExportsOnce(options, failedJobs);
    await wait(options.pollInterval ?? defaultPollInterval);
  }
}

/** Runs the exports that are due now. @returns the number of jobs whose last run failed */
async function runDueExportsOnce(
  { context, owner, print, isStopping }: DueExportsOptions,
  earlierFailedJobs: number,
): Promise<number> {
  try {
    const { finished, broken } = await runDueJobs(context, owner);
    if (finished > 0) print(`exports written: ${finished}`);
    if (broken > earlierFailedJobs) {
      print('exports failed; to see the errors: npm run hds -- export-job list');
    }
    return broken;
  } catch (error) {
    if (!isStopping()) {
      print(`Exports could not be written: ${getErrorMessage(error)}`);
    }
    return earlierFailedJobs;
  }
}
