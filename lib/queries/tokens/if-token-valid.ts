import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import { int, sql, text, uuid, type Statement } from '../../data-api/sql.ts';

/** The SQLSTATE with which the database refuses a token that is no longer valid. */
export const tokenRevokedState = 'HD401';

/**
 * Wraps a reading statement, so that it fails if the token was revoked, its account deactivated, or its key removed.
 * The check runs once, before anything else. The order of the rows does not change.
 */
export function ifTokenValid(statement: Statement, principal: AccountPrincipal): Statement {
  const checked = sql`select result.*
from (
${statement}
) result
where (
  select check_token(${uuid(principal.tokenFamilyId)}, ${int(principal.accountId)}, ${text(principal.keyId)})
)`;
  return { ...checked, preparedColumns: statement.preparedColumns };
}
