import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text, type Statement } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';
import { throttleLimits } from '../../model/accounts/throttle-limits.ts';
import { deleteExpiredAttempts } from '../sign-in/count-sign-in-attempt.ts';

const counted = z
  .object({
    /** The number of failures before this one; concurrent requests get different numbers. */
    failedBefore: z.number(),
    /** Seconds until the count begins again. */
    endsIn: z.number(),
  })
  .readonly();

/** The `name_key` of an application. It differs from that of any person, which is a hash alone. */
export function clientAttemptKey(clientId: string): Statement {
  return sql`'client ' || sign_in_name_key(${text(clientId)})`;
}

/**
 * Counts a wrong secret for an application and an address, whether the application exists or not. The count is per
 * address, so that nobody can lock out an application from elsewhere.
 */
export function countWrongSecret({
  clientId,
  addressKey,
}: Pick<PresentedClient, 'clientId' | 'addressKey'>): RowsQuery<z.infer<typeof counted>> {
  return oneRow(
    sql`with expired as (
  ${deleteExpiredAttempts}
),
attempt as (
  insert into sign_in_attempt as t (name_key, address_key, failures, window_ends_at)
  values (
    ${clientAttemptKey(clientId)},
    ${text(addressKey)},
    1,
    now() + make_interval(secs => ${int(throttleLimits.windowSeconds)})
  )
  on conflict (name_key, address_key) do update
    set
      failures = case when t.window_ends_at <= now() then 1 else t.failures + 1 end,
      window_ends_at = case when t.window_ends_at <= now() then excluded.window_ends_at else t.window_ends_at end
  returning failures, window_ends_at
)
select jsonb_build_object(
  'failedBefore', a.failures - 1,
  'endsIn', ceil(extract(epoch from a.window_ends_at - now()))::int4
)::text
from attempt a`,
    counted,
  );
}
