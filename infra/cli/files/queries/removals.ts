import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { rawSql, sql, text, uuid, type Statement } from '../../../../lib/data-api/sql.ts';
import { isNamedCondition } from './unnamed-files.ts';

const removalSchema = z
  .object({ fileId: z.guid(), removedAt: z.string(), author: z.string(), reason: z.string() })
  .readonly();

/** A file that was removed for good. */
export type FileRemoval = z.output<typeof removalSchema>;

const removalColumns = sql`jsonb_build_object(
  'fileId', r.file_id,
  'removedAt', to_char(r.removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'author', r.author,
  'reason', r.reason
)`;

/** Lists all removed files, the newest removal first. */
export function listRemovals(): RowsQuery<readonly FileRemoval[]> {
  return manyRows(
    sql`select ${removalColumns}::text
from file_removal r
order by r.removed_at desc, r.file_id`,
    removalSchema,
  );
}

const knownSchema = z
  .object({ isKnown: z.boolean(), removal: removalSchema.nullable() })
  .readonly();

/** Finds whether the database knows a file, and whether it was removed before. */
export function findRemoval(fileId: string): RowsQuery<z.output<typeof knownSchema>> {
  return oneRow(
    sql`select jsonb_build_object(
  'isKnown', exists (select from file f where f.file_id = i.file_id)
    or exists (select from pending_file p where p.file_id = i.file_id)
    or ${isNamedCondition(sql`i.file_id`)},
  'removal', (select ${removalColumns} from file_removal r where r.file_id = i.file_id)
)::text
from (select ${uuid(fileId)} as file_id) i`,
    knownSchema,
  );
}

/** Lets nobody record files until the transaction ends, so that none is recorded beside its removal. */
export const lockFiles: Statement = rawSql('lock table file in share row exclusive mode');

/** Records a removal, if it is the first of this file. */
export function recordRemoval({
  fileId,
  author,
  reason,
}: Omit<FileRemoval, 'removedAt'>): Statement {
  return sql`insert into file_removal (file_id, author, reason)
values (${uuid(fileId)}, ${text(author)}, ${text(reason)})
on conflict do nothing`;
}

/** Deletes the record of a file, those of its derivatives, and its announcement, which would let its account send it again. */
export function deleteFile(fileId: string): Statement {
  return sql`with announced as (
  delete from pending_file
  where file_id = ${uuid(fileId)}
)
delete from file
where file_id = ${uuid(fileId)}`;
}
