import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text, type Statement } from '../../data-api/sql.ts';
import type { AttemptCounters } from './attempt-counters.ts';

const failureCountsSchema = z
  .object({
    failedFromAddress: z.number(),
    failedOnName: z.number(),
  })
  .readonly();

/**
 * Ends a pending attempt that failed. It locks the counter of the address before that of the name, as `pendingAttemptTables` does.
 * @param outcome whether the secret was wrong, or not checked at all
 * @returns the numbers of failures before this one; concurrent attempts get different numbers
 */
export function endFailedAttempt(
  { nameKey, addressKey }: AttemptCounters,
  outcome: 'wrong' | 'throttled',
): RowsQuery<z.infer<typeof failureCountsSchema>> {
  const increment = int(outcome === 'wrong' ? 1 : 0);
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
  where t.name_key = ${nameKey}
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

/** The maximum numbers of earlier failures. */
export type MaxFailures = { readonly onName: number; readonly fromAddress: number };

/**
 * The tables with which an attempt ends whose secret was right: `address_counter`, `name_counter`, and `throttled`, whose `ends_at` is
 * not null if too many concurrent attempts have failed by now, so that this one counts as if it had come after them. They are locked
 * after the rows of `lockedFirst`, in the order of `pendingAttemptTables`, so that concurrent attempts cannot deadlock.
 * @param lockedFirst the name of a table
 */
export function verifiedAttemptTables(
  { nameKey, addressKey }: AttemptCounters,
  maxFailures: MaxFailures,
  lockedFirst: Statement,
): Statement {
  return sql`address_counter as (
  update sign_in_attempt t
  set under_way = greatest(t.under_way - 1, 0)
  from (select count(*) from ${lockedFirst}) locked
  where t.name_key = ''
    and t.address_key = ${text(addressKey)}
  returning t.address_key, t.failures, t.window_ends_at
),
name_counter as materialized (
  select t.name_key, t.address_key, t.failures, t.window_ends_at
  from sign_in_attempt t
  where t.name_key = ${nameKey}
    and t.address_key = (select max(a.address_key) from address_counter a)
  for no key update of t
),
throttled as materialized (
  select max(c.window_ends_at) as ends_at
  from (
    select a.window_ends_at
    from address_counter a
    where a.failures >= ${int(maxFailures.fromAddress)}
    union all
    select n.window_ends_at
    from name_counter n
    where n.failures >= ${int(maxFailures.onName)}
  ) c
  where c.window_ends_at > now()
)`;
}

/**
 * The table `updated_counter`, which ends the attempt on the name, and resets its failures.
 * @param succeeded the name of a table that has a row if the attempt has succeeded
 */
export function updatedCounterTable(succeeded: Statement): Statement {
  return sql`updated_counter as (
  update sign_in_attempt t
  set
    failures = case when s is null then t.failures else 0 end,
    under_way = greatest(t.under_way - 1, 0),
    succeeded_at = case when s is null then t.succeeded_at else now() end
  from name_counter n
  left join ${succeeded} s on true
  where t.name_key = n.name_key
    and t.address_key = n.address_key
)`;
}
