import * as z from 'zod';

import { optionalRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text, textArray, uuid } from '../../data-api/sql.ts';
import type { Scope } from '../../model/accounts/scope.ts';
import { deleteExpiredFamilies } from '../sign-in/complete-sign-in.ts';

/** A grant of an access token to a browser that is signed in. */
export type SessionTokenGrant = {
  readonly sessionHash: string;
  readonly tokenFamilyId: string;
  readonly scope: readonly Scope[];
  /** The lifetime of the token. */
  readonly seconds: number;
};

/**
 * Begins a token family for the account of a session, which ends with the session.
 * @returns the account id; undefined if the session has ended or the account is deactivated
 */
export function grantSessionToken(grant: SessionTokenGrant): RowsQuery<number | undefined> {
  return optionalRow(
    sql`with expired as (
  ${deleteExpiredFamilies}
)
insert into token_family (token_family_id, account_id, scope, expires_at, session_hash)
select
  ${uuid(grant.tokenFamilyId)},
  s.account_id,
  ${textArray(grant.scope)},
  now() + make_interval(secs => ${int(grant.seconds)}),
  s.session_hash
from browser_session s
where s.session_hash = ${text(grant.sessionHash)}
  and s.account_id = account_of_session(s.session_hash)
returning account_id::text`,
    z.number(),
  );
}
