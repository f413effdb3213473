import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import type { Scope } from '../../model/accounts/scope.ts';
import { int, joinTables, sql, text, textArray, uuid, type Statement } from '../../data-api/sql.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { personAttemptKey } from './attempt-counters.ts';
import { updatedCounterTable, verifiedAttemptTables, type MaxFailures } from './end-attempt.ts';

type TokenGrant = {
  readonly kind: 'tokens';
  readonly tokenFamilyId: string;
  readonly clientId: string | null;
  readonly scope: readonly Scope[];
  /** Null without a refresh token. */
  readonly refreshTokenHash: string | null;
  /** The session of a browser with which the tokens end; null if they end with none. */
  readonly sessionHash: string | null;
  /** The lifetime of the granted tokens. */
  readonly seconds: number;
};

type SessionGrant = {
  readonly kind: 'session';
  readonly sessionHash: string;
  /** The lifetime of the session. */
  readonly seconds: number;
};

/** The tokens or the session that a successful sign-in creates. */
export type SignInGrant = { readonly kind: 'nothing' } | TokenGrant | SessionGrant;

/** A sign-in with a correct password. */
export type VerifiedSignIn = {
  readonly accountId: number;
  /** The name under which the attempt was counted. */
  readonly name: string;
  readonly addressKey: string;
  /** The hash against which the password was checked. */
  readonly checkedHash: string;
  /** A stronger hash of the same password; null if the stored one is current. */
  readonly newHash: string | null;
  readonly maxFailures: MaxFailures;
};

const signInResultSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('signed in'), accountId: z.number(), username: z.string() }),
  z.object({ outcome: z.literal('changed') }),
  /** `wait` is in seconds. */
  z.object({ outcome: z.literal('throttled'), wait: z.number() }),
]);

/**
 * Completes a sign-in whose password was correct: resets the failures of the name at this address, and stores the
 * grant. It fails if the account was deactivated, its password changed, or the application changed in the meantime.
 * Locks are taken in a fixed order: the account (as for a new password), then the counters.
 */
export function completeSignIn(
  { accountId, name, addressKey, checkedHash, newHash, maxFailures }: VerifiedSignIn,
  grant: SignInGrant,
): RowsQuery<z.infer<typeof signInResultSchema>> {
  const clientId = grant.kind === 'tokens' ? grant.clientId : null;
  return oneRow(
    markPrepared(sql`with client as materialized (
  select o.application_id
  from oauth_application o
  where o.client_id = ${text(clientId)}
    and o.client_type = 'public'
    and o.grant_type = 'password'
  for share
),
unchanged_account as materialized (
  select a.account_id
  from account a
  where a.account_id = ${int(accountId)}
    and a.is_active
    and a.password_hash = ${text(checkedHash)}
    and (${text(clientId)} is null or exists (select from client))
  for no key update of a
),
${verifiedAttemptTables(
  { nameKey: personAttemptKey(name), addressKey },
  maxFailures,
  sql`unchanged_account`,
)},
signed_in as (
  update account a
  set
    last_sign_in_at = now(),
    password_hash = coalesce(${text(newHash)}, a.password_hash)
  from unchanged_account u
  cross join throttled t
  where a.account_id = u.account_id
    and t.ends_at is null
  returning a.account_id, a.username
),
${joinTables([updatedCounterTable(sql`signed_in`), ...grantTables(grant)])}
select jsonb_build_object(
  'outcome', case
    when t.ends_at is not null then 'throttled'
    when s.account_id is null then 'changed'
    else 'signed in'
  end,
  'accountId', s.account_id,
  'username', s.username,
  'wait', ceil(extract(epoch from t.ends_at - now()))::int4
)::text
from throttled t
left join signed_in s on true`),
    signInResultSchema,
  );
}

function grantTables(grant: SignInGrant): readonly Statement[] {
  if (grant.kind === 'tokens') return [tokenTables(grant)];
  return grant.kind === 'session' ? [sessionTables(grant)] : [];
}

function sessionTables(grant: SessionGrant): Statement {
  return sql`expired as (
  delete from browser_session
  where session_hash in (
    select e.session_hash
    from browser_session e
    where e.expires_at < now()
    order by e.expires_at
    limit 10
    for update skip locked
  )
),
session as (
  insert into browser_session (session_hash, account_id, expires_at)
  select ${text(grant.sessionHash)}, s.account_id, now() + make_interval(secs => ${int(grant.seconds)})
  from signed_in s
)`;
}

function tokenTables(grant: TokenGrant): Statement {
  return sql`expired as (
  ${deleteExpiredFamilies}
),
family as (
  insert into token_family (token_family_id, account_id, application_id, scope, expires_at, session_hash)
  select
    ${uuid(grant.tokenFamilyId)},
    s.account_id,
    (select c.application_id from client c),
    ${textArray(grant.scope)},
    now() + make_interval(secs => ${int(grant.seconds)}),
    ${text(grant.sessionHash)}
  from signed_in s
  returning token_family_id
),
refresh as (
  insert into refresh_token (token_hash, token_family_id)
  select ${text(grant.refreshTokenHash)}, f.token_family_id
  from family f
  where ${text(grant.refreshTokenHash)} is not null
)`;
}

/** Deletes some expired token families. Each new family does so, so that no scheduled job is needed. */
export const deleteExpiredFamilies = sql`delete from token_family
  where token_family_id in (
    select e.token_family_id
    from token_family e
    where e.expires_at < now()
    order by e.expires_at
    limit 10
    for update skip locked
  )`;

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'none',
  variants: (_caller, { uuid }) =>
    (
      [
        { kind: 'nothing' },
        { kind: 'session', sessionHash: '', seconds: 1 },
        {
          kind: 'tokens',
          clientId: '',
          tokenFamilyId: uuid,
          scope: [],
          seconds: 1,
          refreshTokenHash: '',
          sessionHash: null,
        },
      ] as const
    ).map((grant) =>
      completeSignIn(
        {
          accountId: 1,
          name: '',
          addressKey: '',
          checkedHash: '',
          newHash: null,
          maxFailures: { onName: 1, fromAddress: 1 },
        },
        grant,
      ),
    ),
};
