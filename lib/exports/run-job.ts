import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { runQuery } from '../data-api/query.ts';
import { PublicError } from '../errors.ts';
import { logError } from '../log.ts';
import { datedFileName } from '../model/exports/export-format.ts';
import { beginRun, recordFailure, abandonRun, skipRun } from '../queries/exports/advance-run.ts';
import { findLeasedJob, type ExportRun, type LeasedJob } from '../queries/exports/leased-job.ts';
import {
  renewLease,
  releaseLease,
  leaseJob,
  type ExportLease,
  type JobSelection,
} from '../queries/exports/lease.ts';
import { AccountNotActive, LeaseLost, NoProgress } from './errors.ts';
import { readJobQuery } from './feature-columns.ts';
import { computeFileFingerprint } from './file-fingerprint.ts';
import { publishRun } from './publish-run.ts';
import { UploadLost } from '../stores/file-store.ts';
import type { ExportContext } from './export-context.ts';
import { writeRun, type LeasedRun } from './write-run.ts';

export type JobOutcome = {
  readonly jobId: number;
  readonly name: string;
  /**
   * Skipped: nothing has changed since the last file. Unfinished: there was no time left. Broken off: an error occurred,
   * and the next attempt continues the same run. Failed: the job waits until it is due again. Lost: another process has
   * leased the job.
   */
  readonly state: 'finished' | 'skipped' | 'unfinished' | 'broken off' | 'failed' | 'lost';
  /** The number of features in the file so far. */
  readonly features: number;
  /** The number of resource instances so far that the format cannot express. */
  readonly leftOut: number;
  readonly error?: unknown;
};

/** Which job to run, and whether to make its file from the beginning even if nothing has changed or a run is unfinished. */
export type JobRequest = JobSelection & { readonly mustStartAgain?: boolean };

const nothingWritten = { features: 0, leftOut: 0 };

/** The number of consecutive failures without progress after which the run is abandoned. */
const maxConsecutiveFailures = 3;

/**
 * Leases a job, and works on it while there is time.
 * @rule Imports and exports: Who continues an export job, and how?
 * @rule Imports and exports: Who deletes files of exports? The service deletes only the parts of unfinished ones.
 * @returns its outcome; undefined if there is no job to lease
 * @throws errors of the Data API if even the failure cannot be recorded
 */
export async function runJob(
  context: ExportContext,
  { mustStartAgain = false, ...selection }: JobRequest,
): Promise<JobOutcome | undefined> {
  const token = randomUUID();
  const leasedJob = await runQuery(context.dataApi.write, leaseJob(selection, token));
  if (leasedJob === undefined) return undefined;
  const lease: ExportLease = { ...leasedJob, token };
  const job = await runQuery(context.dataApi.read, findLeasedJob(lease.jobId));
  if (job === undefined) return undefined;
  const identity = { jobId: lease.jobId, name: job.name };
  try {
    return { ...identity, ...(await advanceRun(context, job, lease, mustStartAgain)) };
  } catch (error) {
    const { features, leftOut } = job.run ?? nothingWritten;
    // Without the lease, any error can be a consequence of the work of another process, so it is not recorded.
    if (error instanceof LeaseLost || !(await tryRenewLease(context, lease))) {
      // If the job was changed, this process still has a lease, which would block the next process.
      await context.dataApi.write(releaseLease(lease));
      return { ...identity, state: 'lost', features, leftOut, error };
    }
    logError(error);
    const state = await handleFailure(context, job, lease, error);
    return { ...identity, state, features, leftOut, error };
  }
}

async function tryRenewLease({ dataApi }: ExportContext, lease: ExportLease): Promise<boolean> {
  return (await runQuery(dataApi.write, renewLease(lease))) === true;
}

/** Continues the unfinished run or starts a new one, until the file is complete or the time is up. Skips a job without changes. */
async function advanceRun(
  context: ExportContext,
  job: LeasedJob,
  lease: ExportLease,
  mustStartAgain: boolean,
): Promise<Pick<JobOutcome, 'state' | 'features' | 'leftOut'>> {
  if (job.account?.isActive === false) throw new AccountNotActive(job.account.username);
  const query = await readJobQuery(context, job);
  const fingerprint = computeFileFingerprint(job, query, context);
  const { run } = job;
  const unfinishedRun = !mustStartAgain && run?.fingerprint === fingerprint ? run : null;
  if (run !== null && unfinishedRun === null)
    await abandonAndDeleteParts(context, { job, lease, run });
  if (!mustStartAgain && unfinishedRun === null && isUnchanged(job, fingerprint)) {
    await runQuery(context.dataApi.write, skipRun(lease));
    return { state: 'skipped', ...nothingWritten };
  }
  const currentRun = unfinishedRun ?? (await startRun(context, job, lease, fingerprint));
  const writtenRun = currentRun.isRead
    ? { run: currentRun, newParts: 0, sha256: null }
    : await writeRun(context, { job, lease, run: currentRun }, query);
  const { features, leftOut } = writtenRun.run;
  if (writtenRun.run.isRead) {
    await publishRun(context, { job, lease, run: writtenRun.run }, writtenRun.sha256);
    return { state: 'finished', features, leftOut };
  }
  if (writtenRun.newParts === 0) throw new NoProgress();
  await context.dataApi.write(releaseLease(lease));
  return { state: 'unfinished', features, leftOut };
}

/** Whether a new file would be the same as the last one. */
function isUnchanged({ last, versions }: LeasedJob, fingerprint: string): boolean {
  return last?.fingerprint === fingerprint && isDeepStrictEqual(last.versions, versions);
}

/** Begins a run. The upload is created before the run, because the store deletes an unused upload after some days. */
async function startRun(
  { dataApi, store }: ExportContext,
  job: LeasedJob,
  lease: ExportLease,
  fingerprint: string,
): Promise<ExportRun> {
  const begunAt = new Date();
  const fileName = datedFileName(begunAt, job.format);
  const uploadId = await store.beginUpload(`${job.name}/${fileName}`);
  const { versions } = job;
  const run = { fileName, uploadId, fingerprint, versions };
  const runId = await runQuery(dataApi.write, beginRun(lease, { ...run, begunAt }));
  if (runId === undefined) throw new LeaseLost();
  const progress = { after: null, ...nothingWritten, isRead: false, parts: 0 };
  return { ...run, ...progress, runId, begunAt: begunAt.toISOString() };
}

/** Abandons the run and deletes its parts. The last file stays. */
async function abandonAndDeleteParts(
  { dataApi, store }: ExportContext,
  { job, lease, run }: LeasedRun,
): Promise<void> {
  await dataApi.write(abandonRun(lease, run));
  // If this fails, the store deletes the upload after some days.
  await store.abortUpload({ key: `${job.name}/${run.fileName}`, id: run.uploadId }).catch(logError);
}

/**
 * Records the failure. After an error that no retry can repair, or the third failure, the job waits until it is due
 * again.
 */
async function handleFailure(
  context: ExportContext,
  job: LeasedJob,
  lease: ExportLease,
  error: unknown,
): Promise<'broken off' | 'failed'> {
  const isFinal = error instanceof PublicError || job.failures + 1 >= maxConsecutiveFailures;
  if (isFinal || error instanceof UploadLost) await abandonCurrentRun(context, lease);
  await context.dataApi.write(recordFailure(lease, messageOf(error), isFinal));
  return isFinal ? 'failed' : 'broken off';
}

/** Abandons the current run. It reads the job again, because the run can have begun since the job was read. */
async function abandonCurrentRun(context: ExportContext, lease: ExportLease): Promise<void> {
  const job = await runQuery(context.dataApi.read, findLeasedJob(lease.jobId));
  if (job !== undefined && job.run !== null)
    await abandonAndDeleteParts(context, { job, lease, run: job.run });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2000);
}
