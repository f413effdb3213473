import * as z from 'zod';

import { int, sql, text, type Statement } from '../../data-api/sql.ts';
import { throttleLimits } from '../../model/accounts/throttle-limits.ts';

/** The counters of an attempt to prove who one is: that of the address, and that of the name at this address. */
export type AttemptCounters = {
  /** `personAttemptKey` or `clientAttemptKey`. */
  readonly nameKey: Statement;
  readonly addressKey: string;
};

/** The `name_key` of a person, by the name as typed, whether it exists or not, so that the count does not reveal which names exist. */
export function personAttemptKey(name: string): Statement {
  return sql`sign_in_name_key(${text(name)})`;
}

/** The `name_key` of an application. The prefix distinguishes it from the key of a person, which is only a hash. */
export function clientAttemptKey(clientId: string): Statement {
  return sql`'client ' || sign_in_name_key(${text(clientId)})`;
}

/** The clause that adds a pending attempt to an existing counter, and restarts an expired window. */
const addPendingAttemptClause = sql`on conflict (name_key, address_key) do update
    set
      failures = case when t.window_ends_at <= now() then 0 else t.failures end,
      under_way = case when t.window_ends_at <= now() then 1 else t.under_way + 1 end,
      window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end`;

/**
 * The tables `address_counter` and `name_counter`, which count an attempt as pending before its secret is checked, so that concurrent
 * attempts are counted one by one.
 * @rule Sign-in and tokens: How are sign-in attempts counted?
 * @param source a `from` clause that has a row if the attempt is counted
 */
export function pendingAttemptTables(
  { nameKey, addressKey }: AttemptCounters,
  source: Statement,
): Statement {
  const windowEnd = sql`now() + make_interval(secs => ${int(throttleLimits.windowSeconds)})`;
  return sql`address_counter as (
  insert into sign_in_attempt as t (name_key, address_key, under_way, window_ends_at)
  select '', ${text(addressKey)}, 1, ${windowEnd}
  ${source}
  ${addPendingAttemptClause}
  returning failures, under_way, window_ends_at
),
name_counter as (
  insert into sign_in_attempt as t (name_key, address_key, under_way, window_ends_at)
  select ${nameKey}, ${text(addressKey)}, 1, ${windowEnd}
  from address_counter a
  where a.failures < ${int(throttleLimits.address)}
  ${addPendingAttemptClause}
  returning failures, under_way, window_ends_at, succeeded_at
)`;
}

/** Times are in seconds. The numbers of attempts under way include this one. */
export const attemptsSchema = z
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
  .readonly();

/** The numbers of `attemptsSchema`, of the rows `a` of `address_counter` and `n` of `name_counter`. */
export function attemptNumbers({ nameKey, addressKey }: AttemptCounters): Statement {
  return sql`jsonb_build_object(
    'failedFromAddress', coalesce(a.failures, 0),
    'underWayFromAddress', coalesce(a.under_way, 0),
    'addressEndsIn', coalesce(ceil(extract(epoch from a.window_ends_at - now()))::int4, 0),
    'failedOnName', coalesce(n.failures, 0),
    'underWayOnName', coalesce(n.under_way, 0),
    'nameEndsIn', coalesce(ceil(extract(epoch from n.window_ends_at - now()))::int4, 0),
    'failedElsewhere', (
    select coalesce(sum(least(e.failures, ${int(throttleLimits.nameFromAddress)})), 0)::int4
    from sign_in_attempt e
    where e.name_key = ${nameKey}
      and e.address_key <> ${text(addressKey)}
      and e.window_ends_at > now()
    ),
    'isFamiliar', n.succeeded_at is not null
  )`;
}
