import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { manyRows, oneRow, optionalRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import { exportFormats } from '../../model/exports/export-format.ts';

const listedExportSchema = z
  .object({
    name: z.string(),
    format: z.enum(exportFormats),
    /** Whether the caller may fetch it. Administrators see all exports. */
    mayFetch: z.boolean(),
    /** The last finished file; null before the first. */
    file: z
      .object({
        begun: z.string(),
        ended: z.string(),
        features: z.number(),
        /** The number of resource instances that the format cannot express. */
        leftOut: z.number(),
        bytes: z.number(),
      })
      .readonly()
      .nullable(),
    /** The time of the last check that found the file still current; null without such a check. */
    confirmed: z.string().nullable(),
  })
  .readonly();

export type ListedExport = z.output<typeof listedExportSchema>;

/**
 * Lists the exports that a caller may fetch, by name; for administrators, all exports. There are few, because each is
 * created with a command.
 */
export function listExports(caller: Caller): RowsQuery<readonly ListedExport[]> {
  return manyRows(exportsQuery(caller), listedExportSchema);
}

/** Lists the exports for a page. */
export function findExportsPage(
  caller: Caller,
): RowsQuery<{ readonly exports: readonly ListedExport[]; readonly pageReader: PageReader }> {
  return oneRow(
    markPrepared(sql`select jsonb_build_object(
  'exports', (select coalesce(jsonb_agg(e.export::json), '[]') from (${exportsQuery(caller)}) e (export)),
  'pageReader', (select p.reader::json from (${pageReaderQuery(caller)}) p (reader))
)::text`),
    z.object({ exports: z.array(listedExportSchema).readonly(), pageReader: pageReaderSchema }),
  );
}

const exportsQuery = (caller: Caller): Statement => sql`with export as (
  select
    j.export_job_id,
    j.name,
    j.format,
    j.skipped_at,
    may_fetch_export(${int(caller)}, j.export_job_id) as may_fetch
  from export_job j
)
select jsonb_build_object(
  'name', e.name,
  'format', e.format,
  'mayFetch', e.may_fetch,
  'file', (
    select jsonb_build_object(
      'begun', to_char(r.begun_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'ended', to_char(r.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'features', r.features,
      'leftOut', r.left_out,
      'bytes', r.bytes
    )
    from export_run r
    where r.export_job_id = e.export_job_id
      and r.state = 'finished'
    order by r.export_run_id desc
    limit 1
  ),
  'confirmed', to_char(e.skipped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
)::text
from export e
where e.may_fetch
  or is_administrator(${int(caller)})
order by e.name collate "C"`;

const exportFileSchema = z.object({ fileName: z.string().nullable() });

/**
 * Finds the last file of an export; its name is null before the first run has finished.
 * @returns undefined if no export has this name, or the caller may not fetch it
 */
export function findExportFile(
  caller: Caller,
  name: string,
): RowsQuery<z.output<typeof exportFileSchema> | undefined> {
  return optionalRow(
    sql`select jsonb_build_object(
  'fileName', (
    select r.file_name
    from export_run r
    where r.export_job_id = j.export_job_id
      and r.state = 'finished'
    order by r.export_run_id desc
    limit 1
  )
)::text
from export_job j
where j.name = ${text(name)}
  and may_fetch_export(${int(caller)}, j.export_job_id)`,
    exportFileSchema,
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [findExportsPage(caller)],
};
