import * as z from 'zod';

import type { TileKey } from '../../model/geojson/feature-query.ts';
import { optionalRow, type DocumentQuery, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, sql } from '../../data-api/sql.ts';
import { exportFormats } from '../../model/exports/export-format.ts';
import { dataVersionsExpression } from './data-versions.ts';

/** The newest version of each kind of data, by name. */
const dataVersionsSchema = z.record(z.string(), z.string());

export type DataVersions = Readonly<z.output<typeof dataVersionsSchema>>;

const exportRunSchema = z
  .object({
    /** A string, because the number has 64 bits. */
    runId: z.string(),
    fileName: z.string(),
    uploadId: z.string(),
    fingerprint: z.string(),
    versions: dataVersionsSchema,
    begunAt: z.string(),
    after: z.custom<TileKey>().nullable(),
    features: z.number(),
    /** The number of resource instances that the format cannot express. */
    leftOut: z.number(),
    /** Whether all features have been read and stored. */
    isRead: z.boolean(),
    /** The number of stored parts. */
    parts: z.number(),
  })
  .readonly();

/** An unfinished run and its progress. */
export type ExportRun = z.output<typeof exportRunSchema>;

const leasedJobSchema = z
  .object({
    jobId: z.number(),
    name: z.string(),
    query: z.string(),
    /** Failures in a row without progress. */
    failures: z.number(),
    format: z.enum(exportFormats),
    /** The account with whose rights the job runs; null for anonymous. */
    account: z
      .object({ id: z.number(), username: z.string(), isActive: z.boolean() })
      .readonly()
      .nullable(),
    /** The versions of the current data. */
    versions: dataVersionsSchema,
    /** The last finished run. */
    last: z.object({ fingerprint: z.string(), versions: dataVersionsSchema }).readonly().nullable(),
    /** The unfinished run. */
    run: exportRunSchema.nullable(),
  })
  .readonly();

/** A leased job and its runs. */
export type LeasedJob = z.output<typeof leasedJobSchema>;

/** Finds a job. It must be leased, so that no other process changes it. */
export function findLeasedJob(jobId: number): RowsQuery<LeasedJob | undefined> {
  return optionalRow(
    sql`select jsonb_build_object(
  'jobId', j.export_job_id,
  'name', j.name,
  'query', j.query,
  'failures', j.failures,
  'format', j.format,
  'account', (
    select jsonb_build_object('id', a.account_id, 'username', a.username, 'isActive', a.is_active)
    from account a
    where a.account_id = j.account_id
  ),
  'versions', ${dataVersionsExpression(sql`j.format = 'nquads'`)},
  'last', (
    select jsonb_build_object('fingerprint', r.fingerprint, 'versions', r.versions)
    from export_run r
    where r.export_job_id = j.export_job_id
      and r.state = 'finished'
    order by r.export_run_id desc
    limit 1
  ),
  'run', (
    select jsonb_build_object(
      'runId', r.export_run_id::text,
      'fileName', r.file_name,
      'uploadId', r.upload_id,
      'fingerprint', r.fingerprint,
      'versions', r.versions,
      'begunAt', to_char(r.begun_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'after', case
        when r.after_tile_id is not null
          then jsonb_build_object('resourceId', r.after_resource_id, 'tileId', r.after_tile_id)
      end,
      'features', r.features,
      'leftOut', r.left_out,
      'isRead', r.is_read,
      'parts', (select count(*) from export_part p where p.export_run_id = r.export_run_id)
    )
    from export_run r
    where r.export_job_id = j.export_job_id
      and r.state = 'running'
  )
)::text
from export_job j
where j.export_job_id = ${int(jobId)}`,
    leasedJobSchema,
  );
}

const exportPartSchema = z
  .object({ number: z.number(), etag: z.string(), sha256: z.string(), bytes: z.number() })
  .readonly();

/** A stored part of a file. */
export type ExportPart = z.output<typeof exportPartSchema>;

/** Lists the parts of a run in order. There can be ten thousand. */
export function listPartsOfRun(runId: string): DocumentQuery<readonly ExportPart[]> {
  return {
    lines: sql`select
    p.part_number::bigint as position,
    jsonb_build_object(
      'number', p.part_number,
      'etag', p.etag,
      'sha256', p.sha256,
      'bytes', p.bytes
    )::text as line
  from export_part p
  where p.export_run_id = ${bigint(runId)}`,
    parse: (lines) => lines.map((text) => exportPartSchema.parse(JSON.parse(text))),
  };
}
