import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { optionalRow, type RowsQuery } from '../../data-api/query.ts';
import { sql, text } from '../../data-api/sql.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const sessionSchema = z
  .object({
    accountId: z.number(),
    username: z.string(),
    mayAdministerApplications: z.boolean(),
  })
  .readonly();

/** Finds the active account of an unexpired session. */
export function findSession(
  sessionHash: string,
): RowsQuery<z.infer<typeof sessionSchema> | undefined> {
  return optionalRow(
    markPrepared(sql`select jsonb_build_object(
  'accountId', a.account_id,
  'username', a.username,
  'mayAdministerApplications', may_administer_applications(a.account_id)
)::text
from account a
where a.account_id = account_of_session(${text(sessionHash)})`),
    sessionSchema,
  );
}

/** Deletes a session. @returns the account id; undefined if the session does not exist */
export function deleteSession(sessionHash: string): RowsQuery<number | undefined> {
  return optionalRow(
    sql`delete from browser_session
where session_hash = ${text(sessionHash)}
returning account_id::text`,
    z.number(),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'none',
  variants: () => [findSession('')],
};
