import { int, sql, text, type Statement } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';
import { throttleLimits } from '../../model/accounts/throttle-limits.ts';
import { clientAttemptKey } from '../sign-in/attempt-counters.ts';

/**
 * A query that returns the application if it is authenticated, otherwise no row. A public application is authenticated by
 * its id, a confidential one by its secret, unless too many wrong secrets came from the same address.
 */
export function authenticatedClientQuery({
  clientId,
  secretHash,
  addressKey,
}: PresentedClient): Statement {
  return sql`select o.application_id, o.client_id, o.client_type, o.grant_type, o.service_account_id
  from oauth_application o
  where o.client_id = ${text(clientId)}
    and (
      o.client_type = 'public'
      or (
        o.client_secret_hash = ${text(secretHash)}
        and not exists (
          select
          from sign_in_attempt t
          where t.name_key = ${clientAttemptKey(clientId)}
            and t.address_key = ${text(addressKey)}
            and t.failures >= ${int(throttleLimits.secretFromAddress)}
            and t.window_ends_at > now()
        )
      )
    )`;
}
