import { sql, text, type Statement } from '../../data-api/sql.ts';

/**
 * Who is signed in by a session that has not expired, of an account that is active.
 * @returns one row of the account id, the username and whether the account may administer applications; or none
 */
export function findSession(sessionHash: string): Statement {
  return sql`select a.account_id, a.username, may_administer_applications(a.account_id)
from browser_session s
join account a on a.account_id = s.account_id
where s.session_hash = ${text(sessionHash)}
  and s.expires_at > now()
  and s.created_at >= a.tokens_valid_from
  and a.is_active`;
}

/** Ends a session. @returns one row of the account id, or none */
export function deleteSession(sessionHash: string): Statement {
  return sql`delete from browser_session
where session_hash = ${text(sessionHash)}
returning account_id`;
}
