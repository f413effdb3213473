import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { derivativesQuery, derivativesSchema } from './derivatives.ts';

const pictureLookupSchema = z
  .object({
    mayReadSomething: z.boolean(),
    /** Whether a tile or edit that the caller may read names the file. */
    isReadable: z.boolean(),
    /** Whether an operator removed its bytes for good. False if the caller may not read it. */
    isRemoved: z.boolean(),
    /** Null if the caller may not read it, for a file that is no picture, and until they are made. */
    derivatives: derivativesSchema.nullable(),
  })
  .readonly();

/** Finds the copies of a picture for a caller who may read a tile or an edit that names it. */
export function findPicture(
  caller: Caller,
  fileId: string,
): RowsQuery<z.output<typeof pictureLookupSchema>> {
  return oneRow(
    markPrepared(sql`with access as materialized (
  select may_read_file(${int(caller)}, ${uuid(fileId)}) as is_readable
),
derivatives as (
  select (${derivativesQuery}) as document
  from file f
  where f.file_id = ${uuid(fileId)}
)
select jsonb_build_object(
  'mayReadSomething', ${mayReadSomethingCondition(caller, sql`a.is_readable`)},
  'isReadable', a.is_readable,
  'isRemoved', a.is_readable and exists (select from file_removal r where r.file_id = ${uuid(fileId)}),
  'derivatives', (
    select d.document
    from derivatives d
    where a.is_readable
  )
)::text
from access a`),
    pictureLookupSchema,
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [findPicture(caller, sample.uuid)],
};
