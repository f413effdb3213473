import { int, sql, type Statement } from '../../data-api/sql.ts';

/** The SQLSTATE with which the database refuses an inactive account. */
export const accountNotActiveState = 'HD403';

/**
 * Wraps a reading statement, so that it fails if the account is not active. The check runs once, before anything
 * else. The statement is not prepared, because a job reads a million bytes with it, so planning costs little.
 */
export function ifAccountActive(statement: Statement, accountId: number): Statement {
  return sql`select result.*
from (
${statement}
) result
where (select check_account_active(${int(accountId)}))`;
}
