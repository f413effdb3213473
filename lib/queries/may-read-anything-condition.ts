import { sql, type Statement } from '../data-api/sql.ts';
import type { Caller } from '../model/accounts/caller.ts';

/**
 * Whether a caller may read anything at all. This decides whether an anonymous caller without a result must
 * authenticate, so it is evaluated only for such a caller.
 * @param hasResult the condition that the requested data exist and are visible
 * @returns an expression; true for every other caller
 */
export function mayReadAnythingCondition(caller: Caller, hasResult: Statement): Statement {
  return caller === null
    ? sql`case when ${hasResult} then true else may_read_anything(null) end`
    : sql`true`;
}
