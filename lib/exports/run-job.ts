import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { runQuery as ask } from '../data-api/query.ts';
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
import { fileFingerprint } from './file-fingerprint.ts';
import { publishRun } from './publish-run.ts';
import { UploadLost } from './export-store.ts';
import type { ExportContext } from './export-context.ts';
import { writeRun, type LeasedRun } from './write-run.ts';

export type JobOutcome = {
  readonly jobId: number;
  readonly name: string;
  /**
   * Unfinished: the time is over. Broken off: the next attempt continues the same run. Failed: the job waits until it
   * is due again. Lost: another process has the job.
   */
  readonly state: 'finished' | 'skipped' | 'unfinished' | 'broken off' | 'failed' | 'lost';
  /** Features in the file so far. */
  readonly features: number;
  readonly error?: unknown;
};

/** Which job to run, and whether to make its file again even if nothing changed or a run is unfinished. */
export type JobRequest = JobSelection & { readonly isAnew?: boolean };

/** After so many failures in a row without progress, the run is abandoned. */
const mostFailures = 3;

/**
 * Leases a job, and works on it while there is time.
 * @returns its outcome; undefined when there is no job to lease
 * @throws what the Data API throws when even the failure cannot be recorded
 */
export async function runJob(
  work: ExportContext,
  { isAnew = false, ...wanted }: JobRequest,
): Promise<JobOutcome | undefined> {
  const token = randomUUID();
  const taken = await ask(work.data.write, leaseJob(wanted, token));
  if (taken === undefined) return undefined;
  const lease: ExportLease = { ...taken, token };
  const held = await ask(work.data.read, findLeasedJob(lease.jobId));
  if (held === undefined) return undefined;
  const outcome = { jobId: lease.jobId, name: held.name };
  try {
    const { state, features } = await advance(work, held, lease, isAnew);
    return { ...outcome, state, features };
  } catch (error) {
    const features = held.run?.features ?? 0;
    // Without the lease any error may follow; it says nothing about the job.
    if (error instanceof LeaseLost || !(await isOurs(work, lease))) {
      // If the job was changed, this ends the lease for the next process.
      await work.data.write(releaseLease(lease));
      return { ...outcome, state: 'lost', features, error };
    }
    logError(error);
    return { ...outcome, state: await noteFailure(work, held, lease, error), features, error };
  }
}

async function isOurs({ data }: ExportContext, lease: ExportLease): Promise<boolean> {
  return (await ask(data.write, renewLease(lease))) === true;
}

type Advanced = Pick<JobOutcome, 'state' | 'features'>;

async function advance(
  work: ExportContext,
  held: LeasedJob,
  lease: ExportLease,
  isAnew: boolean,
): Promise<Advanced> {
  if (held.account?.isActive === false) throw new AccountNotActive(held.account.username);
  const query = work.queryOf(held.query);
  const fingerprint = fileFingerprint(held, work);
  const { run } = held;
  const goesOn = !isAnew && run?.fingerprint === fingerprint;
  if (run !== null && !goesOn) await giveUp(work, { job: held, lease, run });
  if (!isAnew && !goesOn && isUnchanged(held, fingerprint)) {
    await ask(work.data.write, skipRun(lease));
    return { state: 'skipped', features: 0 };
  }
  const begun = goesOn && run !== null ? run : await begin(work, held, lease, fingerprint);
  const written = begun.isRead
    ? { run: begun, newParts: 0, sha256: null }
    : await writeRun(work, { job: held, lease, run: begun }, query);
  const { features } = written.run;
  if (written.run.isRead) {
    await publishRun(work, { job: held, lease, run: written.run }, written.sha256);
    return { state: 'finished', features };
  }
  if (written.newParts === 0) throw new NoProgress();
  await work.data.write(releaseLease(lease));
  return { state: 'unfinished', features };
}

/** Whether a new file would be the same as the last one. */
function isUnchanged({ last, versions }: LeasedJob, fingerprint: string): boolean {
  return last?.fingerprint === fingerprint && isDeepStrictEqual(last.versions, versions);
}

/** The upload is created before the run: the store deletes an unused upload after some days. */
async function begin(
  { data, store }: ExportContext,
  held: LeasedJob,
  lease: ExportLease,
  fingerprint: string,
): Promise<ExportRun> {
  const begunAt = new Date();
  const fileName = datedFileName(begunAt, held.format);
  const uploadId = await store.beginUpload(`${held.name}/${fileName}`);
  const { versions } = held;
  const run = { fileName, uploadId, fingerprint, versions };
  const runId = await ask(data.write, beginRun(lease, { ...run, begunAt }));
  if (runId === undefined) throw new LeaseLost();
  const nothingYet = { after: null, features: 0, isRead: false, parts: 0 };
  return { ...run, ...nothingYet, runId, begunAt: begunAt.toISOString() };
}

/** Abandons the run and deletes its parts. The last file stays. */
async function giveUp(
  { data, store }: ExportContext,
  { job: held, lease, run }: LeasedRun,
): Promise<void> {
  await data.write(abandonRun(lease, run));
  // If this fails, the store deletes the upload after some days.
  await store
    .abortUpload({ key: `${held.name}/${run.fileName}`, id: run.uploadId })
    .catch((error: unknown) => logError(error));
}

/**
 * Records the failure. An error that no retry can repair, or the third one, makes the job wait until it is due again.
 */
async function noteFailure(
  work: ExportContext,
  held: LeasedJob,
  lease: ExportLease,
  error: unknown,
): Promise<'broken off' | 'failed'> {
  const waits = error instanceof PublicError || held.failures + 1 >= mostFailures;
  if (waits || error instanceof UploadLost) await giveUpCurrent(work, lease);
  await work.data.write(recordFailure(lease, messageOf(error), waits));
  return waits ? 'failed' : 'broken off';
}

/** Reads the job again, because the run may have begun since. */
async function giveUpCurrent(work: ExportContext, lease: ExportLease): Promise<void> {
  const held = await ask(work.data.read, findLeasedJob(lease.jobId));
  if (held !== undefined && held.run !== null)
    await giveUp(work, { job: held, lease, run: held.run });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2000);
}
