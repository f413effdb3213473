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

/** The seconds after which another process can take over a job. */
export const leaseSeconds = 300;

const leaseEnd = rawSql(`clock_timestamp() + interval '${leaseSeconds} seconds'`);

/** The lease of a job: one process works on it at a time. */
export type ExportLease = {
  readonly jobId: number;
  /** New for each lease. */
  readonly token: string;
  /** The revision of the job when it was leased. */
  readonly revision: number;
};

/** Which job to lease. */
export type JobSelection = {
  /** The name of the only job to consider, due or not; null for any job that is due. */
  readonly name: string | null;
  /** The ids of jobs to ignore. */
  readonly ignoredIds: readonly number[];
  /** The name of the worker. A worker can lease a job again that it has already leased. */
  readonly owner: string;
  /** Whether to take over a job that another process has leased. */
  readonly isForced: boolean;
};

const leasedJobSchema = z.object({ jobId: z.number(), revision: z.number() });

/**
 * Leases the job that has been due for the longest time.
 * @rule Imports and exports: Who continues an export job, and how?
 * @param token the token of the new lease
 * @returns undefined when no job is free
 */
export function leaseJob(
  { name, ignoredIds, owner, isForced }: JobSelection,
  token: string,
): RowsQuery<z.output<typeof leasedJobSchema> | undefined> {
  const selectionCondition =
    name === null ? sql`j.due_at <= clock_timestamp()` : sql`j.name = ${text(name)}`;
  return optionalRow(
    sql`with candidate as (
  select j.export_job_id
  from export_job j
  where ${selectionCondition}
    and j.export_job_id <> all (${intArray(ignoredIds)})
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
  leased_until = ${leaseEnd}
from candidate c
where j.export_job_id = c.export_job_id
returning jsonb_build_object('jobId', j.export_job_id, 'revision', j.revision)::text`,
    leasedJobSchema,
  );
}

/**
 * The common table expression `leased_job`, which renews the lease. It has one row if the lease is valid and the job
 * unchanged, otherwise none.
 * @param options `hasProgress`: whether the job has made progress, which resets the count of failures
 */
export function leasedJobTable(
  { jobId, token, revision }: ExportLease,
  { hasProgress = false }: { readonly hasProgress?: boolean } = {},
): Statement {
  return sql`leased_job as (
  update export_job
  set leased_until = ${leaseEnd}${hasProgress ? sql`, failures = 0` : sql``}
  where export_job_id = ${int(jobId)}
    and lease_token = ${uuid(token)}
    and revision = ${int(revision)}
  returning export_job_id
)`;
}

const isRenewedSchema = z.boolean();

/** Renews a lease. @returns undefined when the lease is lost, or the job was changed */
export function renewLease(lease: ExportLease): RowsQuery<boolean | undefined> {
  return optionalRow(
    sql`with ${leasedJobTable(lease)} select true::text from leased_job`,
    isRenewedSchema,
  );
}

/** Ends a lease, so that another process can continue. */
export function releaseLease({ jobId, token }: ExportLease): Statement {
  return sql`update export_job
set lease_token = null, lease_owner = null, leased_until = null
where export_job_id = ${int(jobId)}
  and lease_token = ${uuid(token)}`;
}

/** Counts the jobs whose last attempt failed. */
export function countFailedJobs(): RowsQuery<number> {
  return oneRow(
    sql`select count(*)::text
from export_job j
where j.error is not null`,
    z.number(),
  );
}
