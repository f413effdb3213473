import { runQuery } from '../data-api/query.ts';
import { countFailedJobs } from '../queries/exports/lease.ts';
import { runJob, type JobOutcome } from './run-job.ts';
import type { ExportContext } from './export-context.ts';

/** The numbers of jobs by outcome. */
export type DueJobsResult = {
  /** Whether no due job is left. */
  readonly isDone: boolean;
  readonly finished: number;
  readonly skipped: number;
  /** Jobs whose last attempt failed, in this or an earlier call. */
  readonly broken: number;
};

/**
 * Runs all due jobs, one after the other, while there is time. A failed job does not stop the others.
 * @param owner identifies the worker. After a killed process, a new one with the same owner continues the leased job at once.
 */
export async function runDueJobs(context: ExportContext, owner: string): Promise<DueJobsResult> {
  const outcomes: JobOutcome[] = [];
  let isDone = false;
  while (context.hasTimeLeft()) {
    const attemptedJobIds = outcomes.map(({ jobId }) => jobId);
    const outcome = await runJob(context, {
      name: null,
      ignoredIds: attemptedJobIds,
      owner,
      isForced: false,
    });
    if (outcome === undefined) {
      isDone = outcomes.every(({ state }) => state !== 'unfinished' && state !== 'broken off');
      break;
    }
    outcomes.push(outcome);
  }
  const countOutcomes = (state: JobOutcome['state']): number =>
    outcomes.filter((outcome) => outcome.state === state).length;
  return {
    isDone,
    finished: countOutcomes('finished'),
    skipped: countOutcomes('skipped'),
    broken: await runQuery(context.dataApi.read, countFailedJobs()),
  };
}
