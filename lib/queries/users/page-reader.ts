import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** What every page needs to know of its reader. */
export const pageReaderSchema = z
  .object({
    /** Null for an anonymous reader. */
    username: z.string().nullable(),
    mayReadHistory: z.boolean(),
    mayFetchExports: z.boolean(),
    mayAdministerApplications: z.boolean(),
  })
  .readonly();

/** The reader of a page: who it is, and which pages its navigation has. */
export type PageReader = z.output<typeof pageReaderSchema>;

/**
 * A query that returns the `PageReader` of a caller as JSON.
 * @rule Permissions: Which links does the navigation of a page have?
 */
export const pageReaderQuery = (caller: Caller): Statement => sql`select jsonb_build_object(
      'username', (select a.username from account a where a.account_id = ${int(caller)}),
      'mayReadHistory', may_read_history(${int(caller)}),
      'mayFetchExports', is_administrator(${int(caller)})
        or exists (
          select
          from export_job j
          where may_fetch_export(${int(caller)}, j.export_job_id)
        ),
      'mayAdministerApplications', may_administer_applications(${int(caller)})
    )::text`;

/** Finds the reader of a page that shows no other data. */
export function findPageReader(caller: Caller): RowsQuery<PageReader> {
  return oneRow(markPrepared(pageReaderQuery(caller)), pageReaderSchema);
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'required',
  variants: (caller) => [findPageReader(caller)],
};
