import * as z from 'zod';

import { manyRows, optionalRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { boolean, int, json, sql, text, type Statement } from '../../../../lib/data-api/sql.ts';
import { exportFormats, type ExportFormat } from '../../../../lib/model/exports/export-format.ts';

export type ExportJobDetails = {
  readonly query: string;
  readonly format: ExportFormat;
  readonly everyHours: number;
  /** The username of the account whose rights count; null for the anonymous caller. */
  readonly runsAs: string | null;
  /** The names of the accounts and groups that are allowed to fetch its files. */
  readonly readers: { readonly accounts: readonly string[]; readonly groups: readonly string[] };
};

/** The statements return `true` if they have changed a job. */
const isDoneSchema = z.boolean();

function insertReaders(
  { accounts, groups }: ExportJobDetails['readers'],
  job: Statement,
): Statement {
  return sql`insert into export_reader (export_job_id, account_id, account_group_id)
  select j.export_job_id, r.account_id, r.account_group_id
  from ${job} j
  cross join (
    select a.account_id, null::integer as account_group_id
    from account a
    where to_jsonb(a.username) <@ ${json(accounts)}
    union all
    select null, g.account_group_id
    from account_group g
    where to_jsonb(g.name) <@ ${json(groups)}
  ) r`;
}

const selectAccountId = (username: string | null): Statement => sql`(
    select a.account_id
    from account a
    where a.username = ${text(username)}
  )`;

const accountExistsCondition = (username: string | null): Statement =>
  sql`(${text(username)} is null or ${selectAccountId(username)} is not null)`;

/**
 * Creates a job. The accounts and groups in it must exist.
 * @returns undefined if the name is taken
 */
export function createExportJob(
  name: string,
  job: ExportJobDetails,
): RowsQuery<boolean | undefined> {
  return optionalRow(
    sql`with created as (
  insert into export_job (name, query, format, every_hours, account_id)
  select
    ${text(name)},
    ${text(job.query)},
    ${text(job.format)},
    ${int(job.everyHours)},
    ${selectAccountId(job.runsAs)}
  -- Without this condition, the id would be null if the account was just deleted, and the job would run as the anonymous caller.
  where ${accountExistsCondition(job.runsAs)}
  on conflict (name) do nothing
  returning export_job_id
),
reader as (
  ${insertReaders(job.readers, sql`created`)}
)
select true::text
from created`,
    isDoneSchema,
  );
}

/**
 * Changes a job and removes its readers: `addExportReaders` must follow in the same transaction.
 * @param hasNewContent whether the content of its files changes. If so, its current run ends, it is due at once, and
 * `deleteFinishedRuns` must follow in the same transaction too
 * @returns undefined if there is no such job
 */
export function updateExportJob(
  name: string,
  job: ExportJobDetails,
  hasNewContent: boolean,
): RowsQuery<boolean | undefined> {
  return optionalRow(
    sql`with changed as (
  update export_job
  set
    query = ${text(job.query)},
    format = ${text(job.format)},
    every_hours = ${int(job.everyHours)},
    account_id = ${selectAccountId(job.runsAs)},
    revision = case when ${boolean(hasNewContent)} then revision + 1 else revision end,
    due_at = case when ${boolean(hasNewContent)} then clock_timestamp() else due_at end,
    skipped_at = case when ${boolean(hasNewContent)} then null else skipped_at end,
    failures = 0,
    error = null
  where name = ${text(name)}
    and ${accountExistsCondition(job.runsAs)}
  returning export_job_id
),
deleted_reader as (
  delete from export_reader r
  using changed c
  where r.export_job_id = c.export_job_id
)
select true::text
from changed`,
    isDoneSchema,
  );
}

/**
 * Deletes the finished runs of a job, so that its files with the former content are no longer listed. This is not part of the
 * statement of `updateExportJob`, because that statement does not see a run that was finished while it waited for the lock on the job.
 */
export function deleteFinishedRuns(name: string): Statement {
  return sql`delete from export_run r
using export_job j
where j.name = ${text(name)}
  and r.export_job_id = j.export_job_id
  and r.state = 'finished'`;
}

/** Adds readers to a job that has none. */
export function addExportReaders(name: string, readers: ExportJobDetails['readers']): Statement {
  return insertReaders(
    readers,
    sql`(select j.export_job_id from export_job j where j.name = ${text(name)})`,
  );
}

/** Deletes a job with its runs. @returns undefined if there is no such job */
export function deleteExportJob(name: string): RowsQuery<boolean | undefined> {
  return optionalRow(
    sql`delete from export_job
where name = ${text(name)}
returning true::text`,
    isDoneSchema,
  );
}

const exportJobSchema = z
  .object({
    name: z.string(),
    query: z.string(),
    format: z.enum(exportFormats),
    everyHours: z.number(),
    runsAs: z.string().nullable(),
    accounts: z.array(z.string()),
    groups: z.array(z.string()),
    /** All times are in UTC, without fractions of a second. */
    dueAt: z.string(),
    skippedAt: z.string().nullable(),
    /** The end of the lease of the process that works on the job; null if there is none. */
    leasedUntil: z.string().nullable(),
    error: z.string().nullable(),
    /** The unfinished run. */
    current: z
      .object({
        runId: z.string(),
        uploadId: z.string(),
        fileName: z.string(),
        begunAt: z.string(),
        features: z.number(),
      })
      .nullable(),
    /** The last finished run. */
    last: z
      .object({
        fileName: z.string(),
        endedAt: z.string(),
        features: z.number(),
        /** The number of resource instances that the format cannot express. */
        leftOut: z.number(),
        bytes: z.number(),
      })
      .nullable(),
  })
  .readonly();

/** A job with its unfinished run and its last finished run. */
export type ExportJob = z.output<typeof exportJobSchema>;

const formatTime = (column: Statement): Statement =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Lists jobs in the order of their names. @param name of the only job to list; null for all */
export function listExportJobs(name: string | null): RowsQuery<readonly ExportJob[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'name', j.name,
  'query', j.query,
  'format', j.format,
  'everyHours', j.every_hours,
  'runsAs', (select a.username from account a where a.account_id = j.account_id),
  'accounts', (
    select coalesce(jsonb_agg(a.username order by a.username collate "C"), '[]')
    from export_reader r
    join account a on a.account_id = r.account_id
    where r.export_job_id = j.export_job_id
  ),
  'groups', (
    select coalesce(jsonb_agg(g.name order by g.name collate "C"), '[]')
    from export_reader r
    join account_group g on g.account_group_id = r.account_group_id
    where r.export_job_id = j.export_job_id
  ),
  'dueAt', ${formatTime(sql`j.due_at`)},
  'skippedAt', ${formatTime(sql`j.skipped_at`)},
  'leasedUntil', case when j.leased_until > clock_timestamp() then ${formatTime(sql`j.leased_until`)} end,
  'error', j.error,
  'current', (
    select jsonb_build_object(
      'runId', r.export_run_id::text,
      'uploadId', r.upload_id,
      'fileName', r.file_name,
      'begunAt', ${formatTime(sql`r.begun_at`)},
      'features', r.features
    )
    from export_run r
    where r.export_job_id = j.export_job_id
      and r.state = 'running'
  ),
  'last', (
    select jsonb_build_object(
      'fileName', r.file_name,
      'endedAt', ${formatTime(sql`r.ended_at`)},
      'features', r.features,
      'leftOut', r.left_out,
      'bytes', r.bytes
    )
    from export_run r
    where r.export_job_id = j.export_job_id
      and r.state = 'finished'
    order by r.export_run_id desc
    limit 1
  )
)::text
from export_job j
where j.name = coalesce(${text(name)}, j.name)
order by j.name collate "C"`,
    exportJobSchema,
  );
}
