import * as z from 'zod';

import { manyRows, rowExistsQuery, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import {
  bigint,
  int,
  sql,
  text,
  uuid,
  uuidArray,
  type Statement,
} from '../../../../../lib/data-api/sql.ts';
import type { NewStoredFile } from '../../../../../lib/model/files/stored-file.ts';

const knownFileSchema = z
  .object({
    fileId: z.string(),
    /** What a tile says of it; null if no tile does. */
    name: z.string().nullable(),
    type: z.string().nullable(),
    size: z.string().nullable(),
    path: z.string().nullable(),
    /** The bytes that are stored already. */
    stored: z.object({ byteCount: z.number(), sha256: z.string() }).readonly().nullable(),
    /** Whether an operator removed it for good. */
    isRemoved: z.boolean(),
  })
  .readonly();

/** What the database knows of a file. */
export type KnownFile = z.output<typeof knownFileSchema>;

/** Finds what the database knows of some files. */
export function findKnownFiles(fileIds: readonly string[]): RowsQuery<readonly KnownFile[]> {
  return manyRows(
    sql`select ${knownFileExpression}::text
from unnest(${uuidArray(fileIds)}) i (file_id)
${knownFileJoins}`,
    knownFileSchema,
  );
}

/** Lists the next files that tiles name, in the order of their ids. */
export function listNamedFiles(after: string, limit: number): RowsQuery<readonly KnownFile[]> {
  return manyRows(
    sql`select ${knownFileExpression}::text
from (
  select distinct u.file_id
  from file_use u
  where u.file_id > ${uuid(after)}
  order by u.file_id
  limit ${int(limit)}
) i
${knownFileJoins}
order by i.file_id`,
    knownFileSchema,
  );
}

const knownFileExpression = sql`jsonb_build_object(
  'fileId', i.file_id,
  'name', d.description ->> 'name',
  'type', d.description ->> 'type',
  'size', d.description ->> 'size',
  'path', d.description ->> 'path',
  'stored', case
    when f.file_id is not null then jsonb_build_object('byteCount', f.byte_count, 'sha256', f.sha256)
  end,
  'isRemoved', exists (select from file_removal r where r.file_id = i.file_id)
)`;

/** Joins the stored file, and its description in the first tile that names it. */
const knownFileJoins = sql`left join file f on f.file_id = i.file_id
left join lateral (
  select v.description
  from file_use u
  join tile t on t.tile_id = u.tile_id
  cross join lateral (
    select t.data -> u.node_id::text as value
    where u.kind = 'value'
    union all
    select e.value -> 'value' -> u.node_id::text
    from jsonb_each(t.provisional_edits) e
    where u.kind = 'proposal'
  ) c
  cross join lateral jsonb_path_query(c.value, '$[*]') v (description)
  where u.file_id = i.file_id
    and lower(v.description ->> 'file_id') = i.file_id::text
  limit 1
) d on true`;

/**
 * Forgets what is known of a file, because its bytes are about to be replaced: others may have a place where these have none. It is examined
 * again after that.
 */
export function forgetExamination(fileId: string): Statement {
  return sql`with forgotten as (
  delete from file_derivative d
  where d.file_id = ${uuid(fileId)}
)
update file f
set
  width = null,
  height = null,
  has_place = null,
  examined_at = null,
  examinations = 0,
  problem = null
where f.file_id = ${uuid(fileId)}`;
}

/** Records a file whose bytes were stored, unless it was removed for good meanwhile. A sweep counts its days anew. @returns whether it is recorded */
export function recordStoredFile(file: NewStoredFile): RowsQuery<boolean> {
  return rowExistsQuery(sql`insert into file (file_id, storage_key, content_type, byte_count, sha256, name)
select
  ${uuid(file.fileId)}, ${text(file.storageKey)}, ${text(file.contentType)}, ${bigint(BigInt(file.byteCount))}, ${text(file.sha256)},
  ${text(file.name)}
where not exists (select from file_removal r where r.file_id = ${uuid(file.fileId)})
on conflict (file_id) do update set
  storage_key = excluded.storage_key,
  content_type = excluded.content_type,
  byte_count = excluded.byte_count,
  sha256 = excluded.sha256,
  name = excluded.name,
  examinations = 0,
  stored_at = excluded.stored_at,
  unnamed_since = null
returning file_id::text`);
}
