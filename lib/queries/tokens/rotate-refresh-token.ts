import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { parseScope, type Scope } from '../../model/accounts/scope.ts';
import { int, sql, text, textArray } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';
import { authenticatedClientQuery } from '../applications/authenticated-client.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** The maximum number of used tokens that are stored for a family. They are stored so that a second use is noticed. */
const maxStoredTokens = 100;

export type RefreshTokenRotation = {
  readonly client: PresentedClient;
  readonly refreshTokenHash: string;
  /** The hash of the next refresh token. */
  readonly successorHash: string;
  /** Null for the whole granted scope. */
  readonly scope: readonly Scope[] | null;
  /** The lifetime of the new refresh token. */
  readonly seconds: number;
};

const scopesSchema = z
  .array(z.string())
  .transform((names) => parseScope(names.join(' ')) ?? [])
  .readonly();

const outcomeSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.enum(['invalid_client', 'invalid_grant', 'reused', 'invalid_scope']),
    accountId: z.number().nullable(),
  }),
  z.object({
    outcome: z.literal('rotated'),
    accountId: z.number(),
    tokenFamilyId: z.string(),
    scope: scopesSchema,
  }),
]);

/**
 * Exchanges a refresh token for its successor. A token that was used before revokes its whole family (RFC 9700,
 * section 4.14.2). The row locks serialize concurrent requests. A repetition with the same successor changes nothing
 * and returns the same result, so the request can be retried when its response is lost. The family is locked before the
 * token, in the same order as the deletion of an application.
 * @rule Sign-in and tokens: What happens when a refresh token is used twice?
 * @rule Sign-in and tokens: What ends a token family, with all its tokens?
 */
export function rotateRefreshToken(
  rotation: RefreshTokenRotation,
): RowsQuery<z.infer<typeof outcomeSchema>> {
  const { client, refreshTokenHash, successorHash, scope, seconds } = rotation;
  return oneRow(
    markPrepared(sql`with client as materialized (
  ${authenticatedClientQuery(client)}
),
family as materialized (
  select f.token_family_id, f.account_id, f.scope, f.revoked_at, f.expires_at
  from client c
  join token_family f on f.application_id = c.application_id
  where f.token_family_id = (
      select r.token_family_id
      from refresh_token r
      where r.token_hash = ${text(refreshTokenHash)}
    )
  for update of f
),
presented as materialized (
  select
    r.token_hash,
    r.successor_hash,
    f.token_family_id,
    f.account_id,
    f.scope,
    f.revoked_at is null and f.expires_at > now() and is_token_family_valid(f.token_family_id) as is_valid
  from family f
  join refresh_token r on r.token_family_id = f.token_family_id
  where r.token_hash = ${text(refreshTokenHash)}
  for update of r
),
decision as materialized (
  select
    p.*,
    case
      when p.successor_hash is not null and p.successor_hash <> ${text(successorHash)} then 'reused'
      when not p.is_valid then 'invalid_grant'
      when not (coalesce(${textArray(scope)}, p.scope) <@ p.scope) then 'invalid_scope'
      else 'rotated'
    end as outcome
  from presented p
),
revoked as (
  update token_family f
  set revoked_at = clock_timestamp()
  from decision d
  where f.token_family_id = d.token_family_id
    and d.outcome = 'reused'
    and f.revoked_at is null
),
used_token as (
  update refresh_token r
  set successor_hash = ${text(successorHash)}
  from decision d
  where r.token_hash = d.token_hash
    and d.outcome = 'rotated'
    and d.successor_hash is null
  returning r.token_family_id
),
successor as (
  insert into refresh_token (token_hash, token_family_id)
  select ${text(successorHash)}, u.token_family_id
  from used_token u
),
outdated_token as (
  delete from refresh_token r
  using used_token u
  where r.token_family_id = u.token_family_id
    and r.successor_hash is not null
    and r.token_hash in (
      select o.token_hash
      from refresh_token o
      where o.token_family_id = u.token_family_id
      order by o.created_at desc
      offset ${int(maxStoredTokens)}
    )
),
extended_family as (
  update token_family f
  set expires_at = now() + make_interval(secs => ${int(seconds)})
  from used_token u
  where f.token_family_id = u.token_family_id
)
select jsonb_build_object(
  'outcome', case
    when not exists (select from client) then 'invalid_client'
    else coalesce(d.outcome, 'invalid_grant')
  end,
  'accountId', d.account_id,
  'tokenFamilyId', d.token_family_id,
  'scope', coalesce(${textArray(scope)}, d.scope)
)::text
from (select) one_row
left join decision d on true`),
    outcomeSchema,
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'none',
  variants: () => [
    rotateRefreshToken({
      client: { clientId: '', secretHash: null, addressKey: '' },
      refreshTokenHash: '',
      successorHash: '',
      scope: null,
      seconds: 1,
    }),
  ],
};
