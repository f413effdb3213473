import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import { int, sql, text, uuid, type Statement } from '../../data-api/sql.ts';

/** The state with which the database refuses a token that no longer holds. */
export const tokenRevokedState = 'HD401';

/**
 * A statement that reads, held to the token of its caller: nothing is read for one that is revoked, whose account is
 * deactivated or whose key was taken away. It is asked once, before anything else, in the same call; the rows come in the
 * order of the statement.
 */
export function ifTokenValid(statement: Statement, principal: AccountPrincipal): Statement {
  const held = sql`select answer.*
from (
${statement}
) answer
where (
  select check_token(${uuid(principal.tokenFamilyId)}, ${int(principal.accountId)}, ${text(principal.keyId)})
)`;
  return { ...held, preparedColumns: statement.preparedColumns };
}
