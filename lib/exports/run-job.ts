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

/** How the work at a job ended. */
export type JobOutcome = {
  readonly jobId: number;
  readonly name: string;
  /** Unfinished: the time was over. Broken off: the same run goes on the next time. Failed: the job waits until it is due again. */
  readonly state: 'finished' | 'skipped' | 'unfinished' | 'broken off' | 'failed' | 'lost';
  /** Features that are in the file so far. */
  readonly features: number;
  readonly error?: unknown;
};

/** Which job to take, and whether it is made anew, whatever the last file is, and however far a run is. */
export type JobRequest = JobSelection & { readonly isAnew?: boolean };

/** How often in a row a run may break off at the same place before it is given up. */
const mostFailures = 3;

/**
 * Takes a job, and does as much of it as there is time for.
 * @returns how it ended; undefined where there is no job to take
 * @throws what the Data API throws where not even that can be noted
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
    // Who has lost the lease may fail in any way: what it knows does not count.
    if (error instanceof LeaseLost || !(await isOurs(work, lease))) {
      // Where the job was changed, whoever comes next need not wait.
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

/** Whether a file that was made now would be the last one again. */
function isUnchanged({ last, versions }: LeasedJob, fingerprint: string): boolean {
  return last?.fingerprint === fingerprint && isDeepStrictEqual(last.versions, versions);
}

/** The upload comes first: one that nobody knows of is thrown away by the store after some days. */
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

/** Nobody goes on with the run; its parts go, and the last file stays. */
async function giveUp(
  { data, store }: ExportContext,
  { job: held, lease, run }: LeasedRun,
): Promise<void> {
  await data.write(abandonRun(lease, run));
  // Where the store cannot be asked now, it throws the upload away by itself after some days.
  await store
    .abortUpload({ key: `${held.name}/${run.fileName}`, id: run.uploadId })
    .catch((error: unknown) => logError(error));
}

/** Notes why the work broke off. What no second try can mend, or three did not, waits until the job is due again. */
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

/** The run may have been begun since the job was looked at. */
async function giveUpCurrent(work: ExportContext, lease: ExportLease): Promise<void> {
  const held = await ask(work.data.read, findLeasedJob(lease.jobId));
  if (held !== undefined && held.run !== null)
    await giveUp(work, { job: held, lease, run: held.run });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2000);
}
