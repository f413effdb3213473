import { sql, text, type Statement } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';
import { provenClient } from '../applications/proven-client.ts';
import { familyOf, type TokenReference } from './token-reference.ts';

/**
 * What is known of a token (RFC 7662), told to confidential applications only.
 * @param reference null for a text that is no token at all
 * @param signedBy the key of an access token; null for a refresh token
 * @returns one row: outcome (`invalid_client`, `unknown`, `active`), account id, username, client id, scopes as granted, when
 *   the family ends and began, in seconds since 1970
 */
export function introspectToken(
  client: PresentedClient,
  reference: TokenReference | null,
  signedBy: string | null,
): Statement {
  return sql`with client as (
  ${provenClient(client)}
),
family as (
  select a.account_id, a.username, o.client_id, f.scope, f.expires_at, f.created_at
  from token_family f
  join account a on a.account_id = f.account_id
  left join oauth_application o on o.application_id = f.application_id
  where ${reference === null ? sql`false` : familyOf(reference)}
    and token_family_holds(f.token_family_id)
    ${reference?.kind === 'refresh-token' ? unusedOnly(reference.tokenHash) : sql``}
    ${signedBy === null ? sql`` : sql`and exists (select from signing_key k where k.key_id = ${text(signedBy)})`}
)
select
  case
    when not exists (select from client c where c.client_type = 'confidential') then 'invalid_client'
    when f.account_id is null then 'unknown'
    else 'active'
  end,
  f.account_id,
  f.username,
  f.client_id,
  array_to_string(f.scope, ' '),
  extract(epoch from f.expires_at)::int8,
  extract(epoch from f.created_at)::int8
from (select) nothing
left join family f on true`;
}

function unusedOnly(tokenHash: string): Statement {
  return sql`and exists (
      select
      from refresh_token r
      where r.token_hash = ${text(tokenHash)}
        and r.successor_hash is null
    )`;
}
