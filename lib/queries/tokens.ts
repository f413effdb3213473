import type { Scope } from '../auth/scope.ts';
import { int, sql, text, textArray, uuid, type Statement } from '../data-api/sql.ts';
import type { PresentedClient } from '../oauth/client-authentication.ts';
import { expiredFamilies } from './complete-sign-in.ts';

/** The application that a request comes from, where it proved itself: a public one by its id, a confidential one by its secret. */
function provenClient({ clientId, secretHash }: PresentedClient): Statement {
  return sql`select o.application_id, o.client_id, o.client_type, o.grant_type, o.service_account_id
  from oauth_application o
  where o.client_id = ${text(clientId)}
    and (o.client_type = 'public' or o.client_secret_hash = ${text(secretHash)})`;
}

/** What a refresh token is exchanged for. */
export type Rotation = {
  readonly client: PresentedClient;
  readonly refreshTokenHash: string;
  /** The hash of the token that follows. */
  readonly successorHash: string;
  /** Null for all that was granted. */
  readonly scope: readonly Scope[] | null;
  /** Seconds for which the new refresh token is good. */
  readonly seconds: number;
};

/**
 * Exchanges a refresh token for its successor. One that was used before revokes all that came out of its sign-in (RFC 9700,
 * section 4.14.2); two uses side by side are one after the other here. Run again with the same successor it changes nothing and
 * says the same, so that it may be repeated when its answer was lost.
 * @returns one row: outcome (`invalid_client`, `invalid_grant`, `reused`, `invalid_scope`, `rotated`), account id, family id,
 *   client id, scopes as granted between spaces
 */
export function rotateRefreshToken(rotation: Rotation): Statement {
  const { client, refreshTokenHash, successorHash, scope, seconds } = rotation;
  return sql`with client as materialized (
  ${provenClient(client)}
),
presented as materialized (
  select
    r.token_hash,
    r.successor_hash,
    f.token_family_id,
    f.account_id,
    f.scope,
    f.revoked_at is null
      and f.expires_at > now()
      and (select a.is_active from account a where a.account_id = f.account_id) as is_good
  from client c
  join token_family f on f.application_id = c.application_id
  join refresh_token r on r.token_family_id = f.token_family_id
  where r.token_hash = ${text(refreshTokenHash)}
  for update of r, f
),
judged as materialized (
  select
    p.*,
    case
      when p.successor_hash is not null and p.successor_hash <> ${text(successorHash)} then 'reused'
      when not p.is_good then 'invalid_grant'
      when not (coalesce(${textArray(scope)}, p.scope) <@ p.scope) then 'invalid_scope'
      else 'rotated'
    end as outcome
  from presented p
),
revoked as (
  update token_family f
  set revoked_at = clock_timestamp()
  from judged j
  where f.token_family_id = j.token_family_id
    and j.outcome = 'reused'
    and f.revoked_at is null
),
used as (
  update refresh_token r
  set successor_hash = ${text(successorHash)}
  from judged j
  where r.token_hash = j.token_hash
    and j.outcome = 'rotated'
    and j.successor_hash is null
  returning r.token_family_id
),
successor as (
  insert into refresh_token (token_hash, token_family_id)
  select ${text(successorHash)}, u.token_family_id
  from used u
),
prolonged as (
  update token_family f
  set expires_at = now() + make_interval(secs => ${int(seconds)})
  from used u
  where f.token_family_id = u.token_family_id
)
select
  case
    when not exists (select from client) then 'invalid_client'
    else coalesce(j.outcome, 'invalid_grant')
  end,
  j.account_id,
  j.token_family_id::text,
  array_to_string(coalesce(${textArray(scope)}, j.scope), ' ')
from (select) nothing
left join judged j on true`;
}

/** What an application is given for itself. */
export type ClientGrant = {
  readonly client: PresentedClient;
  readonly tokenFamilyId: string;
  readonly scope: readonly Scope[];
  /** Seconds for which the token is good. */
  readonly seconds: number;
};

/**
 * Begins a family of tokens for an application that acts for itself (RFC 6749, section 4.4).
 * @returns one row: outcome (`invalid_client`, `unauthorized_client`, `granted`), account id
 */
export function grantToClient({ client, tokenFamilyId, scope, seconds }: ClientGrant): Statement {
  return sql`with client as materialized (
  ${provenClient(client)}
),
expired as (
  ${expiredFamilies}
),
granted as (
  insert into token_family (token_family_id, account_id, application_id, scope, expires_at)
  select
    ${uuid(tokenFamilyId)},
    a.account_id,
    c.application_id,
    ${textArray(scope)},
    now() + make_interval(secs => ${int(seconds)})
  from client c
  join account a on a.account_id = c.service_account_id
  where c.grant_type = 'client-credentials'
    and a.is_active
  returning account_id
)
select
  case
    when not exists (select from client) then 'invalid_client'
    when g.account_id is null then 'unauthorized_client'
    else 'granted'
  end,
  g.account_id
from (select) nothing
left join granted g on true`;
}

/** Which sign-in a token came out of: by the hash of a refresh token, or by what an access token says. */
export type TokenReference =
  | { readonly kind: 'refresh-token'; readonly tokenHash: string }
  | { readonly kind: 'access-token'; readonly tokenFamilyId: string };

function familyOf(reference: TokenReference): Statement {
  return reference.kind === 'access-token'
    ? sql`f.token_family_id = ${uuid(reference.tokenFamilyId)}`
    : sql`f.token_family_id = (
      select r.token_family_id
      from refresh_token r
      where r.token_hash = ${text(reference.tokenHash)}
    )`;
}

/**
 * Revokes all that came out of the sign-in of a token (RFC 7009). A token that is unknown is as good as revoked.
 * @param reference null for a text that is no token at all
 * @returns one row: outcome (`invalid_client`, `other_client`, `done`), account id or null
 */
export function revokeToken(client: PresentedClient, reference: TokenReference | null): Statement {
  return sql`with client as materialized (
  ${provenClient(client)}
),
family as materialized (
  select f.token_family_id, f.application_id, f.account_id
  from token_family f
  where ${reference === null ? sql`false` : familyOf(reference)}
),
revoked as (
  update token_family t
  set revoked_at = clock_timestamp()
  from family f
  join client c on c.application_id = f.application_id
  where t.token_family_id = f.token_family_id
    and t.revoked_at is null
  returning t.account_id
)
select
  case
    when not exists (select from client) then 'invalid_client'
    when exists (
        select
        from family f
        where f.application_id is distinct from (select c.application_id from client c)
      )
      then 'other_client'
    else 'done'
  end,
  (select r.account_id from revoked r)`;
}

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
    and f.revoked_at is null
    and f.expires_at > now()
    and a.is_active
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
