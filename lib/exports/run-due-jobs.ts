import { runQuery as ask } from '../data-api/query.ts';
import { countBrokenJobs } from '../queries/exports/lease.ts';
import { runJob, type JobOutcome } from './run-job.ts';
import type { ExportContext } from './export-context.ts';

/** What was done of all jobs that are due, in numbers. */
export type DueJobsResult = {
  /** Whether nothing is left to do now. */
  readonly isDone: boolean;
  readonly finished: number;
  readonly skipped: number;
  /** Jobs of which the last try went wrong, at whatever time that was. */
  readonly broken: number;
};

/**
 * Does all jobs that are due, one after the other, as far as there is time. One that goes wrong keeps none of the others from being done.
 * @param owner says who works: what the same owner was at before, and was killed, is gone on with at once
 */
export async function runDueJobs(work: ExportContext, owner: string): Promise<DueJobsResult> {
  const outcomes: JobOutcome[] = [];
  let isDone = false;
  while (work.hasTime()) {
    const except = outcomes.map(({ jobId }) => jobId);
    const outcome = await runJob(work, { name: null, except, owner, isForced: false });
    if (outcome === undefined) {
      isDone = outcomes.every(({ state }) => state !== 'unfinished' && state !== 'broken off');
      break;
    }
    outcomes.push(outcome);
  }
  const count = (state: JobOutcome['state']): number =>
    outcomes.filter((one) => one.state === state).length;
  return {
    isDone,
    finished: count('finished'),
    skipped: count('skipped'),
    broken: await ask(work.data.read, countBrokenJobs()),
  };
}
