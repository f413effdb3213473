import { int, sql, type Statement } from '../../data-api/sql.ts';

/** The state with which the database refuses to read on for an account that is not active. */
export const accountNotActiveState = 'HD403';

/**
 * A statement that reads, for as long as an account is active: it is asked once, before anything else, in the same call. The database does
 * not keep it: a job reads a million bytes at a time, beside which a plan is little.
 */
export function ifAccountActive(statement: Statement, accountId: number): Statement {
  return sql`select answer.*
from (
${statement}
) answer
where (select check_account_active(${int(accountId)}))`;
}
