import * as z from 'zod';

import { manyRows, optionalRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { boolean, int, json, sql, text, type Statement } from '../../lib/data-api/sql.ts';
import { exportFormats, type ExportFormat } from '../../lib/model/exports/export-format.ts';

/** What a job is told to do. */
export type ExportJobDetails = {
  readonly query: string;
  readonly format: ExportFormat;
  readonly everyHours: number;
  /** The username of the account as which it runs; null for anonymous. */
  readonly runsAs: string | null;
  /** The names of accounts and groups that may fetch what it writes. */
  readonly readers: { readonly accounts: readonly string[]; readonly groups: readonly string[] };
};

const isDone = z.boolean();

function readersOf({ accounts, groups }: ExportJobDetails['readers'], job: Statement): Statement {
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

const accountId = (username: string | null): Statement => sql`(
    select a.account_id
    from account a
    where a.username = ${text(username)}
  )`;

const isThere = (username: string | null): Statement =>
  sql`(${text(username)} is null or ${accountId(username)} is not null)`;

/** Makes a job. Names of accounts and groups are those that there are. @returns undefined where the name is taken */
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
    ${accountId(job.runsAs)}
  -- A job of an account that went meanwhile is not one of anonymous.
  where ${isThere(job.runsAs)}
  on conflict (name) do nothing
  returning export_job_id
),
reader as (
  ${readersOf(job.readers, sql`created`)}
)
select true::text
from created`,
    isDone,
  );
}

/**
 * Changes a job. What it is at ends, where it would write something else now, and it is due.
 * @param isOther whether it writes something else than before
 * @returns undefined where there is no job of that name
 */
export function updateExportJob(
  name: string,
  job: ExportJobDetails,
  isOther: boolean,
): RowsQuery<boolean | undefined> {
  return optionalRow(
    sql`with changed as (
  update export_job
  set
    query = ${text(job.query)},
    format = ${text(job.format)},
    every_hours = ${int(job.everyHours)},
    account_id = ${accountId(job.runsAs)},
    revision = case when ${boolean(isOther)} then revision + 1 else revision end,
    due_at = case when ${boolean(isOther)} then clock_timestamp() else due_at end,
    failures = 0,
    error = null
  where name = ${text(name)}
    and ${isThere(job.runsAs)}
  returning export_job_id
),
gone as (
  delete from export_reader r
  using changed c
  where r.export_job_id = c.export_job_id
)
select true::text
from changed`,
    isDone,
  );
}

/** Names those who may fetch what a job writes; nobody was named before. */
export function addExportReaders(name: string, readers: ExportJobDetails['readers']): Statement {
  return readersOf(
    readers,
    sql`(select e.export_job_id from export_job e where e.name = ${text(name)})`,
  );
}

/** Deletes a job, with what is known of its runs. @returns undefined where there is none of that name */
export function deleteExportJob(name: string): RowsQuery<boolean | undefined> {
  return optionalRow(
    sql`delete from export_job
where name = ${text(name)}
returning true::text`,
    isDone,
  );
}

const jobRow = z
  .object({
    name: z.string(),
    query: z.string(),
    format: z.enum(exportFormats),
    everyHours: z.number(),
    runsAs: z.string().nullable(),
    accounts: z.array(z.string()),
    groups: z.array(z.string()),
    /** In UTC, to the second, as are the other times. */
    dueAt: z.string(),
    skippedAt: z.string().nullable(),
    /** Until when a process is at it. */
    leasedUntil: z.string().nullable(),
    error: z.string().nullable(),
    /** The run that is under way. */
    current: z
      .object({
        runId: z.string(),
        uploadId: z.string(),
        fileName: z.string(),
        begunAt: z.string(),
        features: z.number(),
      })
      .nullable(),
    /** The last run that was finished. */
    last: z
      .object({
        fileName: z.string(),
        endedAt: z.string(),
        features: z.number(),
        bytes: z.number(),
      })
      .nullable(),
  })
  .readonly();

/** A job, with what it did last. */
export type ExportJob = z.output<typeof jobRow>;

const time = (column: Statement): Statement =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** All jobs by name. @param name of the only one wanted; null for all */
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
  'dueAt', ${time(sql`j.due_at`)},
  'skippedAt', ${time(sql`j.skipped_at`)},
  'leasedUntil', case when j.leased_until > clock_timestamp() then ${time(sql`j.leased_until`)} end,
  'error', j.error,
  'current', (
    select jsonb_build_object(
      'runId', r.export_run_id::text,
      'uploadId', r.upload_id,
      'fileName', r.file_name,
      'begunAt', ${time(sql`r.begun_at`)},
      'features', r.features
    )
    from export_run r
    where r.export_job_id = j.export_job_id
      and r.state = 'running'
  ),
  'last', (
    select jsonb_build_object(
      'fileName', r.file_name,
      'endedAt', ${time(sql`r.ended_at`)},
      'features', r.features,
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
    jobRow,
  );
}
