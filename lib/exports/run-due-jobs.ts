import { runQuery } from '../data-api/query.ts';
import { countBrokenJobs } from '../queries/exports/lease.ts';
import { runJob, type JobOutcome } from './run-job.ts';
import type { ExportContext } from './export-context.ts';

/** Numbers of jobs. */
export type DueJobsResult = {
  /** Whether no due job is left. */
  readonly isDone: boolean;
  readonly finished: number;
  readonly skipped: number;
  /** Jobs whose last attempt failed, at whatever time. */
  readonly broken: number;
};

/**
 * Runs all due jobs, one after the other, while there is time. A failed job does not stop the others.
 * @param owner identifies the worker; it continues at once with a job that the same owner had leased when it was
 *   killed
 */
export async function runDueJobs(context: ExportContext, owner: string): Promise<DueJobsResult> {
  const outcomes: JobOutcome[] = [];
  let isDone = false;
  while (context.hasTime()) {
    const except = outcomes.map(({ jobId }) => jobId);
    const outcome = await runJob(context, { name: null, except, owner, isForced: false });
    if (outcome === undefined) {
      isDone = outcomes.every(({ state }) => state !== 'unfinished' && state !== 'broken off');
      break;
    }
    outcomes.push(outcome);
  }
  const count = (state: JobOutcome['state']): number =>
    outcomes.filter((outcome) => outcome.state === state).length;
  return {
    isDone,
    finished: count('finished'),
    skipped: count('skipped'),
    broken: await runQuery(context.data.read, countBrokenJobs()),
  };
}
