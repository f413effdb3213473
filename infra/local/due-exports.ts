import { setTimeout as wait } from 'node:timers/promises';

import { runDueJobs } from '../../lib/exports/run-due-jobs.ts';
import type { ExportContext } from '../../lib/exports/export-context.ts';

/** Milliseconds between two looks at what is due: jobs are due by the hour. */
const pause = 60_000;

/** What `npm start` needs to make exports by itself. */
export type DueExportsOptions = {
  readonly work: ExportContext;
  /** Says who works: the next start on the same data goes on at once with what this one was at. */
  readonly owner: string;
  readonly print: (line: string) => void;
  readonly isStopping: () => boolean;
  /** Milliseconds between two looks, where they are to be others. */
  readonly pollInterval?: number;
};

/** Makes exports when they are due, as the state machine does in AWS, until the service stops. What goes wrong is told, and tried again. */
export async function runDueExports(given: DueExportsOptions): Promise<void> {
  let brokenBefore = 0;
  while (!given.isStopping()) {
    brokenBefore = await makeOnce(given, brokenBefore);
    await wait(given.pollInterval ?? pause);
  }
}

/** @returns how many jobs went wrong the last time that they were worked at */
async function makeOnce(
  { work, owner, print: say, isStopping }: DueExportsOptions,
  brokenBefore: number,
): Promise<number> {
  try {
    const { finished, broken } = await runDueJobs(work, owner);
    if (finished > 0) say(`exports made: ${finished}`);
    if (broken > brokenBefore) say('exports went wrong: npm run hds -- export-job list');
    return broken;
  } catch (error) {
    if (!isStopping()) {
      say(`Exports could not be made: ${error instanceof Error ? error.message : String(error)}`);
    }
    return brokenBefore;
  }
}
