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
    file: storedFileSchema.nullable(),
  })
  .readonly();

/** Finds a file for a caller who may read a tile or an edit that names it. */
export function findFile(
  caller: Caller,
  fileId: string,
): RowsQuery<z.output<typeof fileLookupSchema>> {
  return oneRow(
    markPrepared(sql`with access as materialized (
  select may_read_file(${int(caller)}, ${uuid(fileId)}) as is_readable
)
select jsonb_build_object(
  'mayReadSomething', ${mayReadSomethingCondition(caller, sql`a.is_readable`)},
  'isReadable', a.is_readable,
  'isRemoved', a.is_readable and exists (select from file_removal r where r.file_id = ${uuid(fileId)}),
  'file', (
    select jsonb_build_object('storageKey', f.storage_key, 'contentType', f.content_type, 'name', f.name)
    from file f
    where f.file_id = ${uuid(fileId)}
      and a.is_readable
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
