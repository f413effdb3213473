import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { optionalRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** A query that returns the name of the account of a caller as JSON; no row for an anonymous caller. */
export function usernameQuery(caller: Caller): Statement {
  return sql`select to_json(a.username)::text
    from account a
    where a.account_id = ${int(caller)}`;
}

/** Finds the name of the account of a caller, for a page that shows no other data. */
export function findUsername(caller: Caller): RowsQuery<string | undefined> {
  return optionalRow(markPrepared(usernameQuery(caller)), z.string());
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'required',
  variants: (caller) => [findUsername(caller)],
};
