import { sql, type Statement } from '../data-api/sql.ts';
import type { Caller } from '../model/accounts/caller.ts';

/**
 * The condition that the caller may read anything at all. If it is false, an anonymous caller must authenticate. The
 * database evaluates it only for an anonymous caller without a result; in all other cases it is simply true.
 * @param hasResult the condition that the requested data exists and is visible
 */
export function mayReadSomethingCondition(caller: Caller, hasResult: Statement): Statement {
  return caller === null
    ? sql`case when ${hasResult} then true else may_read_anything(null) end`
    : sql`true`;
}
