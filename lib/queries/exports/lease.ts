import * as z from 'zod';

import { oneRow, optionalRow, type RowsQuery } from '../../data-api/query.ts';
import {
  boolean,
  int,
  intArray,
  rawSql,
  sql,
  text,
  uuid,
  type Statement,
} from '../../data-api/sql.ts';

/** Seconds after which others may take over from a process that has said nothing. */
export const leaseSeconds = 300;

const untilThen = rawSql(`clock_timestamp() + interval '${leaseSeconds} seconds'`);

/** A job that one process is at. */
export type ExportLease = {
  readonly jobId: number;
  /** Another one each time that a job is taken. */
  readonly token: string;
  /** The state of the job that the work is for. */
  readonly revision: number;
};

/** Which job to take. */
export type JobSelection = {
  /** The only one to take, whether it is due or not; null for any that is due. */
  readonly name: string | null;
  /** Those not to take. */
  readonly except: readonly number[];
  /** Who takes it: what the same owner held before is not waited for. */
  readonly owner: string;
  /** Whether to take it from whoever holds it. */
  readonly isForced: boolean;
};

const taken = z.object({ jobId: z.number(), revision: z.number() });

/** Takes the job that has been due for longest. @param token of the lease @returns undefined where there is none that is free */
export function leaseJob(
  { name, except, owner, isForced }: JobSelection,
  token: string,
): RowsQuery<z.output<typeof taken> | undefined> {
  const isWanted = name === null ? sql`j.due_at <= clock_timestamp()` : sql`j.name = ${text(name)}`;
  return optionalRow(
    sql`with candidate as (
  select j.export_job_id
  from export_job j
  where ${isWanted}
    and j.export_job_id <> all (${intArray(except)})
    and (
      j.leased_until is null
      or j.leased_until < clock_timestamp()
      or j.lease_owner = ${text(owner)}
      or ${boolean(isForced)}
    )
  order by j.due_at, j.export_job_id
  limit 1
  for update skip locked
)
update export_job j
set
  lease_token = ${uuid(token)},
  lease_owner = ${text(owner)},
  leased_until = ${untilThen}
from candidate c
where j.export_job_id = c.export_job_id
returning jsonb_build_object('jobId', j.export_job_id, 'revision', j.revision)::text`,
    taken,
  );
}

/**
 * A common table expression of one row, held_job, where the lease still holds and the job is as it was; it holds longer from now on.
 * @param advances whether the work has come further since it last broke off
 */
export function leasedJobTable(
  { jobId, token, revision }: ExportLease,
  advances = false,
): Statement {
  return sql`held_job as (
  update export_job
  set leased_until = ${untilThen}${advances ? sql`, failures = 0` : sql``}
  where export_job_id = ${int(jobId)}
    and lease_token = ${uuid(token)}
    and revision = ${int(revision)}
  returning export_job_id
)`;
}

const isHeld = z.boolean();

/** Says that the process is still at it. @returns undefined where the lease is lost, or the job was changed */
export function renewLease(lease: ExportLease): RowsQuery<boolean | undefined> {
  return optionalRow(sql`with ${leasedJobTable(lease)} select true::text from held_job`, isHeld);
}

/** Gives a job back, so that whoever comes next may go on with it. */
export function releaseLease({ jobId, token }: ExportLease): Statement {
  return sql`update export_job
set lease_token = null, lease_owner = null, leased_until = null
where export_job_id = ${int(jobId)}
  and lease_token = ${uuid(token)}`;
}

/** How many jobs broke off or failed the last time that they were worked at. */
export function countBrokenJobs(): RowsQuery<number> {
  return oneRow(
    sql`select count(*)::text
from export_job j
where j.error is not null`,
    z.number(),
  );
}
