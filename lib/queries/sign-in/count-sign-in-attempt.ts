import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text } from '../../data-api/sql.ts';
import { throttleLimits } from '../../model/accounts/throttle-limits.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { deleteExpiredAttempts } from './delete-expired-attempts.ts';

export type SignInAttempt = {
  /** A username or an e-mail address as typed, in NFC. */
  readonly name: string;
  readonly addressKey: string;
  /** The application of the sign-in; null for the service's own pages. */
  readonly clientId: string | null;
};

/** The clause that adds a pending attempt to an existing counter, and restarts an expired window. */
const addPendingAttemptClause = sql`on conflict (name_key, address_key) do update
    set
      failures = case when t.window_ends_at <= now() then 0 else t.failures end,
      under_way = case when t.window_ends_at <= now() then 1 else t.under_way + 1 end,
      window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end`;

const countedSignInSchema = z
  .object({
    /** Whether the application may sign users in. */
    maySignIn: z.boolean(),
    /** Null for an unknown name. */
    accountId: z.number().nullable(),
    isActive: z.boolean(),
    /** The hash against which to check the password. For an unknown name it is that of another account, so that the check takes as long. */
    passwordHash: z.string().nullable(),
    /** Times are in seconds. The numbers of attempts under way include this one. */
    attempts: z
      .object({
        failedFromAddress: z.number(),
        underWayFromAddress: z.number(),
        addressEndsIn: z.number(),
        failedOnName: z.number(),
        underWayOnName: z.number(),
        nameEndsIn: z.number(),
        failedElsewhere: z.number(),
        /** Whether the name has signed in from this address before. */
        isFamiliar: z.boolean(),
      })
      .readonly(),
  })
  .readonly();

/**
 * Counts an attempt as pending before its password is checked, so that concurrent attempts are counted one by one. An
 * attempt through an application that may not sign users in is not counted. An e-mail address of several accounts
 * matches none. Attempts are counted by the name as typed, whether it exists or not, so that the count does
 * not reveal which names exist.
 */
export function countSignInAttempt(
  { name, addressKey, clientId }: SignInAttempt,
  limits: typeof throttleLimits,
): RowsQuery<z.infer<typeof countedSignInSchema>> {
  const windowEnd = sql`now() + make_interval(secs => ${int(limits.windowSeconds)})`;
  return oneRow(
    markPrepared(sql`with expired as (
  ${deleteExpiredAttempts}
),
client as materialized (
  select
    ${text(clientId)} is null
      or exists (
        select
        from oauth_application o
        where o.client_id = ${text(clientId)}
          and o.client_type = 'public'
          and o.grant_type = 'password'
      ) as may_sign_in
),
by_username as materialized (
  select a.account_id
  from account a
  where a.username = ${text(name)}
),
by_email as materialized (
  select a.account_id
  from account a
  where lower(a.email) = lower(${text(name)})
    and a.email <> ''
    and not exists (select from by_username)
),
matching_account as materialized (
  select a.account_id, a.is_active, a.password_hash
  from account a
  where a.account_id = (select u.account_id from by_username u)
    or a.account_id = (select min(e.account_id) from by_email e having count(*) = 1)
),
decoy as materialized (
  select coalesce(
    (
      select a.password_hash
      from account a
      where a.password_hash is not null
        and md5(a.username) >= md5(${text(name)})
      order by md5(a.username)
      limit 1
    ),
    (
      select a.password_hash
      from account a
      where a.password_hash is not null
      order by md5(a.username)
      limit 1
    )
  ) as password_hash
),
address_counter as (
  insert into sign_in_attempt as t (name_key, address_key, under_way, window_ends_at)
  select '', ${text(addressKey)}, 1, ${windowEnd}
  from client c
  where c.may_sign_in
  ${addPendingAttemptClause}
  returning failures, under_way, window_ends_at
),
name_counter as (
  insert into sign_in_attempt as t (name_key, address_key, under_way, window_ends_at)
  select sign_in_name_key(${text(name)}), ${text(addressKey)}, 1, ${windowEnd}
  from address_counter a
  where a.failures < ${int(limits.address)}
  ${addPendingAttemptClause}
  returning failures, under_way, window_ends_at, succeeded_at
)
select jsonb_build_object(
  'maySignIn', c.may_sign_in,
  'accountId', m.account_id,
  'isActive', coalesce(m.is_active and m.password_hash is not null, false),
  'passwordHash', coalesce(m.password_hash, d.password_hash),
  'attempts', jsonb_build_object(
    'failedFromAddress', coalesce(a.failures, 0),
    'underWayFromAddress', coalesce(a.under_way, 0),
    'addressEndsIn', coalesce(ceil(extract(epoch from a.window_ends_at - now()))::int4, 0),
    'failedOnName', coalesce(n.failures, 0),
    'underWayOnName', coalesce(n.under_way, 0),
    'nameEndsIn', coalesce(ceil(extract(epoch from n.window_ends_at - now()))::int4, 0),
    'failedElsewhere', (
    select coalesce(sum(least(e.failures, ${int(limits.nameFromAddress)})), 0)::int4
    from sign_in_attempt e
    where e.name_key = sign_in_name_key(${text(name)})
      and e.address_key <> ${text(addressKey)}
      and e.window_ends_at > now()
    ),
    'isFamiliar', n.succeeded_at is not null
  )
)::text
from client c
cross join decoy d
left join matching_account m on true
left join address_counter a on true
left join name_counter n on true`),
    countedSignInSchema,
  );
}

const failureCountsSchema = z
  .object({
    failedFromAddress: z.number(),
    failedOnName: z.number(),
  })
  .readonly();

/**
 * Ends a pending attempt that failed. It locks the counter of the address before that of the name, as
 * `countSignInAttempt` does.
 * @param outcome whether the password was wrong, or not checked at all
 * @returns the numbers of failures before this one; concurrent attempts get different numbers
 */
export function endSignInAttempt(
  { name, addressKey }: Pick<SignInAttempt, 'name' | 'addressKey'>,
  outcome: 'wrong password' | 'throttled',
): RowsQuery<z.infer<typeof failureCountsSchema>> {
  const increment = int(outcome === 'wrong password' ? 1 : 0);
  return oneRow(
    sql`with address_counter as (
  update sign_in_attempt t
  set
    failures = t.failures + ${increment},
    under_way = greatest(t.under_way - 1, 0)
  where t.name_key = ''
    and t.address_key = ${text(addressKey)}
  returning t.address_key, t.failures
),
name_counter as (
  update sign_in_attempt t
  set
    failures = t.failures + ${increment},
    under_way = greatest(t.under_way - 1, 0)
  where t.name_key = sign_in_name_key(${text(name)})
    and t.address_key = (select max(a.address_key) from address_counter a)
  returning t.failures
)
select jsonb_build_object(
  'failedFromAddress', coalesce((select a.failures - ${increment} from address_counter a), 0),
  'failedOnName', coalesce((select n.failures - ${increment} from name_counter n), 0)
)::text`,
    failureCountsSchema,
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'none',
  variants: () => [
    countSignInAttempt({ name: '', addressKey: '', clientId: null }, throttleLimits),
  ],
};
