import * as z from 'zod';

import { optionalRow, type RowsQuery } from '../../data-api/query.ts';
import {
  bigint,
  boolean,
  int,
  json,
  rawSql,
  sql,
  text,
  uuid,
  type Statement,
} from '../../data-api/sql.ts';
import type { TileKey } from '../../model/geojson/feature-query.ts';
import type { ExportPart, ExportRun, DataVersions } from './leased-job.ts';
import { leasedJobTable, type ExportLease } from './lease.ts';

export type NewRun = {
  readonly fileName: string;
  readonly uploadId: string;
  readonly fingerprint: string;
  readonly versions: DataVersions;
  readonly begunAt: Date;
};

const runIdSchema = z.string();
const successSchema = z.boolean();

/** Begins a run. @returns its id; undefined when the lease is lost */
export function beginRun(lease: ExportLease, run: NewRun): RowsQuery<string | undefined> {
  return optionalRow(
    sql`with ${leasedJobTable(lease)}
insert into export_run (export_job_id, file_name, upload_id, fingerprint, versions, begun_at)
select
  l.export_job_id,
  ${text(run.fileName)},
  ${text(run.uploadId)},
  ${text(run.fingerprint)},
  ${json(run.versions)},
  ${text(run.begunAt.toISOString())}::timestamptz
from leased_job l
returning to_json(export_run_id::text)::text`,
    runIdSchema,
  );
}

/** The progress of a run, with the part that was stored last. */
export type Checkpoint = {
  readonly part: ExportPart;
  /** The last tile of the part; null keeps the stored one. */
  readonly after: TileKey | null;
  /** The number of features so far. */
  readonly features: number;
  /** The number of resource instances so far that the format cannot express. */
  readonly leftOut: number;
  /** Whether all features have been read. */
  readonly isRead: boolean;
};

/**
 * Records a stored part and the progress of the run. Repeating it changes nothing.
 * @returns undefined when the lease is lost
 */
export function saveCheckpoint(
  lease: ExportLease,
  run: Pick<ExportRun, 'runId'>,
  { part, after, features, leftOut, isRead }: Checkpoint,
): RowsQuery<boolean | undefined> {
  return optionalRow(
    sql`with ${leasedJobTable(lease, { hasProgress: true })},
updated_run as (
  update export_run r
  set
    after_resource_id = coalesce(${uuid(after?.resourceId ?? null)}, r.after_resource_id),
    after_tile_id = coalesce(${uuid(after?.tileId ?? null)}, r.after_tile_id),
    features = ${bigint(String(features))},
    left_out = ${bigint(String(leftOut))},
    is_read = ${boolean(isRead)}
  from leased_job l
  where r.export_run_id = ${bigint(run.runId)}
    and r.export_job_id = l.export_job_id
    and r.state = 'running'
  returning r.export_run_id
)
insert into export_part (export_run_id, part_number, etag, sha256, bytes)
select u.export_run_id, ${int(part.number)}, ${text(part.etag)}, ${text(part.sha256)}, ${bigint(String(part.bytes))}
from updated_run u
on conflict (export_run_id, part_number) do update
set etag = excluded.etag, sha256 = excluded.sha256, bytes = excluded.bytes
returning true::text`,
    successSchema,
  );
}

/**
 * The next due time of a job. A scheduler can start a little early, so a tenth of the interval, at most an hour, is
 * subtracted. If the job was changed during the run, it stays due.
 */
const nextDueTime = ({ revision }: ExportLease): Statement => sql`case
    when j.revision = ${int(revision)}
      then clock_timestamp() + j.every_hours * interval '1 hour'
        - least(j.every_hours * interval '6 minutes', interval '1 hour')
    else j.due_at
  end`;

const leaseReset = rawSql('lease_token = null, lease_owner = null, leased_until = null');

/**
 * Marks a run as finished and schedules the next one. The job is updated first, so that this statement and a concurrent
 * change of the job wait for each other. If the change came first, the run is not finished, because its file is outdated.
 * @rule Imports and exports: When is an export job due again?
 * @returns undefined when the lease is lost, or the job was changed
 */
export function finishRun(
  lease: ExportLease,
  run: Pick<ExportRun, 'runId'>,
  bytes: number,
): RowsQuery<boolean | undefined> {
  return optionalRow(
    sql`with finished_job as (
  update export_job j
  set due_at = ${nextDueTime(lease)}, failures = 0, error = null, ${leaseReset}
  where j.export_job_id = ${int(lease.jobId)}
    and j.lease_token = ${uuid(lease.token)}
    and j.revision = ${int(lease.revision)}
  returning j.export_job_id
),
deleted_part as (
  delete from export_part p
  using finished_job f
  where p.export_run_id = ${bigint(run.runId)}
)
update export_run r
set state = 'finished', ended_at = clock_timestamp(), bytes = ${bigint(String(bytes))}
from finished_job f
where r.export_run_id = ${bigint(run.runId)}
  and r.export_job_id = f.export_job_id
  and r.state = 'running'
returning true::text`,
    successSchema,
  );
}

/** Records that nothing has changed since the last run. */
export function skipRun(lease: ExportLease): RowsQuery<boolean | undefined> {
  return optionalRow(
    sql`update export_job j
set due_at = ${nextDueTime(lease)}, skipped_at = clock_timestamp(), failures = 0, error = null, ${leaseReset}
where j.export_job_id = ${int(lease.jobId)}
  and j.lease_token = ${uuid(lease.token)}
returning true::text`,
    successSchema,
  );
}

/** Marks a run as failed, so that no process continues it. */
export function abandonRun(lease: ExportLease, run: Pick<ExportRun, 'runId'>): Statement {
  return sql`with failed_run as (
  update export_run r
  set state = 'failed', ended_at = clock_timestamp()
  from export_job j
  where r.export_run_id = ${bigint(run.runId)}
    and j.export_job_id = r.export_job_id
    and j.lease_token = ${uuid(lease.token)}
  returning r.export_run_id
)
delete from export_part p
using failed_run f
where p.export_run_id = f.export_run_id`;
}

/**
 * Records a failure of a job, and ends the lease.
 * @param isFinal whether the job waits for its next due time, instead of being retried
 */
export function recordFailure(lease: ExportLease, error: string, isFinal: boolean): Statement {
  return sql`update export_job j
set
  error = ${text(error)},
  failures = ${isFinal ? sql`0` : sql`j.failures + 1`},
  due_at = ${isFinal ? nextDueTime(lease) : sql`j.due_at`},
  ${leaseReset}
where j.export_job_id = ${int(lease.jobId)}
  and j.lease_token = ${uuid(lease.token)}`;
}
