import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import { int, sql, text, uuid, type Statement } from '../../data-api/sql.ts';

/** The SQLSTATE with which the database refuses a token or a session that is no longer valid. */
export const credentialRefusedState = 'HD401';

/**
 * Wraps a reading statement, so that it fails if the token was revoked, its key was removed, the session has ended, or the
 * account was deactivated. The check runs once, before anything else. The order of the rows does not change. The SQL text
 * is the same for tokens and sessions.
 */
export function ifCredentialValid(statement: Statement, principal: AccountPrincipal): Statement {
  const { accountId, credential } = principal;
  const { tokenFamilyId, keyId } =
    credential.kind === 'token' ? credential : { tokenFamilyId: null, keyId: null };
  const sessionHash = credential.kind === 'session' ? credential.sessionHash : null;
  const checkedStatement = sql`select result.*
from (
${statement}
) result
where (
  select check_credential(${int(accountId)}, ${uuid(tokenFamilyId)}, ${text(keyId)}, ${text(sessionHash)})
)`;
  return { ...checkedStatement, preparedColumns: statement.preparedColumns };
}
