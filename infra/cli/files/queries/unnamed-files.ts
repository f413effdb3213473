import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import {
  int,
  joinTables,
  sql,
  text,
  textArray,
  uuid,
  uuidArray,
  type Statement,
} from '../../../../lib/data-api/sql.ts';

/**
 * Whether a tile, a proposal or the history names a file. The edits are counted because PostgreSQL would expect to find one soon, and read
 * the history without its index.
 * @param fileId an SQL expression
 */
export const isNamedCondition = (fileId: Statement): Statement => sql`(
      exists (select from file_use u where u.file_id = ${fileId})
      or 0 < (
        select count(*)
        from edit_log e
        where files_of_edit(e.old_value, e.new_value, e.old_provisional_edits, e.new_provisional_edits) @> array[${fileId}]
      )
    )`;

const timestamp = (time: Date): Statement => sql`${text(time.toISOString())}::timestamptz`;

const fileBatchSchema = z
  .object({
    last: z.guid().nullable(),
    files: z.number(),
    unnamed: z.number(),
    /** The files that nothing has named since the given time. */
    expired: z
      .array(
        z.object({ fileId: z.guid(), byteCount: z.number(), unnamedSince: z.string() }).readonly(),
      )
      .readonly(),
  })
  .readonly();

export type FileBatch = z.output<typeof fileBatchSchema>;

/**
 * Looks which of the next stored files nothing names.
 * @param after the last id of the batch before
 * @param since files that have been unnamed since then are listed as expired
 * @param marks whether to store since when nothing names them
 */
export function lookForUnnamedFiles({
  after,
  limit,
  since,
  marks,
}: {
  readonly after: string;
  readonly limit: number;
  readonly since: Date;
  readonly marks: boolean;
}): RowsQuery<FileBatch> {
  const tables = sql`batch as materialized (
  select f.file_id, f.byte_count, f.unnamed_since
  from file f
  where f.file_id > ${uuid(after)}
  order by f.file_id
  limit ${int(limit)}
),
state as materialized (
  select b.file_id, b.byte_count, b.unnamed_since, ${isNamedCondition(sql`b.file_id`)} as is_named
  from batch b
)`;
  const marked = sql`marked as (
  update file f
  set unnamed_since = case when not s.is_named then clock_timestamp() end
  from state s
  where f.file_id = s.file_id
    and s.is_named = (s.unnamed_since is not null)
)`;
  return oneRow(
    sql`with ${joinTables([tables, marks ? marked : undefined])}
select jsonb_build_object(
  'last', (select b.file_id from batch b order by b.file_id desc limit 1),
  'files', count(*),
  'unnamed', count(*) filter (where not s.is_named),
  'expired', coalesce(
    jsonb_agg(jsonb_build_object('fileId', s.file_id, 'byteCount', s.byte_count, 'unnamedSince', s.unnamed_since))
      filter (where not s.is_named and s.unnamed_since < ${timestamp(since)}),
    '[]'
  )
)::text
from state s`,
    fileBatchSchema,
  );
}

const deletedFileSchema = z
  .object({ byteCount: z.number(), keys: z.array(z.string()).readonly() })
  .readonly();

/** The bytes of a file whose record was deleted: how many, and the keys of the file and its derivatives. */
export type DeletedFile = z.output<typeof deletedFileSchema>;

/**
 * Deletes the records of files that still nothing names. A write that names one has locked its row, so this waits for it and then leaves the
 * file alone.
 */
export function deleteUnnamedFiles(
  fileIds: readonly string[],
  since: Date,
): RowsQuery<readonly DeletedFile[]> {
  return manyRows(
    sql`with deleted as (
  delete from file f
  where f.file_id = any (${uuidArray(fileIds)})
    and f.unnamed_since < ${timestamp(since)}
    and not ${isNamedCondition(sql`f.file_id`)}
  returning f.file_id, f.storage_key, f.byte_count
),
derivative as (
  select d.file_id, jsonb_agg(d.storage_key) as keys, sum(d.byte_count) as byte_count
  from file_derivative d
  where d.file_id in (select e.file_id from deleted e)
  group by d.file_id
)
select jsonb_build_object(
  'byteCount', e.byte_count + coalesce(d.byte_count, 0),
  'keys', jsonb_build_array(e.storage_key) || coalesce(d.keys, '[]')
)::text
from deleted e
left join derivative d on d.file_id = e.file_id`,
    deletedFileSchema,
  );
}

/** An object in the store, and the file to which it belongs by its key. */
export type ObjectOfFile = { readonly key: string; readonly fileId: string };

/** Finds the keys that no record names. */
export function findUnrecordedKeys(objects: readonly ObjectOfFile[]): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_json(o.key)::text
from unnest(${textArray(objects.map(({ key }) => key))}, ${uuidArray(objects.map(({ fileId }) => fileId))}) o (key, file_id)
where not exists (select from file f where f.file_id = o.file_id and f.storage_key = o.key)
  and not exists (select from file_derivative d where d.file_id = o.file_id and d.storage_key = o.key)`,
    z.string(),
  );
}
