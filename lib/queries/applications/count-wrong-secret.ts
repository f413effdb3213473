import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';
import { throttleLimits } from '../../model/accounts/throttle-limits.ts';
import { clientAttemptKey } from '../sign-in/attempt-counters.ts';
import { deleteExpiredAttempts } from '../sign-in/delete-expired-attempts.ts';

const failureCountSchema = z
  .object({
    /** The number of failures before this one; concurrent requests get different numbers. */
    previousFailures: z.number(),
    /** The seconds until the count starts again at zero. */
    windowEndsInSeconds: z.number(),
  })
  .readonly();

/**
 * Counts a wrong secret for an application and an address, whether the application exists or not. The count is per
 * address, so that a client at another address cannot lock out the application.
 */
export function countWrongSecret({
  clientId,
  addressKey,
}: Pick<PresentedClient, 'clientId' | 'addressKey'>): RowsQuery<
  z.infer<typeof failureCountSchema>
> {
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
  'previousFailures', a.failures - 1,
  'windowEndsInSeconds', ceil(extract(epoch from a.window_ends_at - now()))::int4
)::text
from attempt a`,
    failureCountSchema,
  );
}
