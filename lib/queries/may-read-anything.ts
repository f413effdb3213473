import { sql, type Statement } from '../data-api/sql.ts';
import type { Caller } from '../model/accounts/caller.ts';

/**
 * Whether a caller may read anything at all. It decides whether an anonymous caller that finds nothing is asked for a token, so it is
 * looked for there only.
 * @param isFound the condition that what is asked for is there, and the caller's to see
 * @returns an expression, which is true wherever it does not decide
 */
export function mayReadAnything(caller: Caller, isFound: Statement): Statement {
  return caller === null
    ? sql`case when ${isFound} then true else may_read_anything(null) end`
    : sql`true`;
}
