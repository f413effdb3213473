import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const storedFileSchema = z
  .object({ storageKey: z.string(), contentType: z.string(), name: z.string() })
  .readonly();

export type StoredFile = z.output<typeof storedFileSchema>;

const fileLookupSchema = z
  .object({
    mayReadSomething: z.boolean(),
    /** Whether a tile or edit that the caller may read names the file. */
    isReadable: z.boolean(),
    /** Whether an operator removed its bytes for good. False if the caller may not read it. */
    isRemoved: z.boolean(),
    /** Null if the caller may not read it, or its bytes are not stored. */
    original: storedFileSchema.nullable(),
    /** Whether the original is given to the caller: not if its place is restricted. */
    isOriginalReadable: z.boolean(),
    /** The key of the largest copy of a picture, which has no place. */
    pageKey: z.string().nullable(),
  })
  .readonly();

export type FileLookup = z.output<typeof fileLookupSchema>;

/** Finds a file, and its largest copy, for a caller who may read a tile or an edit that names it. */
export function findFile(caller: Caller, fileId: string): RowsQuery<FileLookup> {
  return oneRow(
    markPrepared(sql`with access as materialized (
  select may_read_file(${int(caller)}, ${uuid(fileId)}) as is_readable
),
readable_file as materialized (
  select f.*, may_read_original(${int(caller)}, f.file_id, f.has_place) as is_original_readable
  from file f
  where f.file_id = ${uuid(fileId)}
    and (select a.is_readable from access a)
)
select jsonb_build_object(
  'mayReadSomething', ${mayReadSomethingCondition(caller, sql`a.is_readable`)},
  'isReadable', a.is_readable,
  'isRemoved', a.is_readable and exists (select from file_removal r where r.file_id = ${uuid(fileId)}),
  'original', (
    select jsonb_build_object('storageKey', f.storage_key, 'contentType', f.content_type, 'name', f.name)
    from readable_file f
  ),
  'isOriginalReadable', coalesce((select f.is_original_readable from readable_file f), false),
  'pageKey', (
    select d.storage_key
    from readable_file f
    join file_derivative d on d.file_id = f.file_id
    where d.kind = 'page'
  )
)::text
from access a`),
    fileLookupSchema,
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [findFile(caller, sample.uuid)],
};
