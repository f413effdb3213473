import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** A query that returns the name of the account of a caller as JSON; no row for an anonymous caller. */
export function usernameOf(caller: Caller): Statement {
  return sql`select to_json(a.username)::text
    from account a
    where a.account_id = ${int(caller)}`;
}
