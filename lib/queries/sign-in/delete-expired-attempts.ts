import { sql } from '../../data-api/sql.ts';

/** Deletes some expired rows. Each attempt does so, so that no scheduled job is needed. */
export const deleteExpiredAttempts = sql`delete from sign_in_attempt
  where (name_key, address_key) in (
    select e.name_key, e.address_key
    from sign_in_attempt e
    where e.window_ends_at < now() - interval '1 hour'
      and coalesce(e.succeeded_at, '-infinity') < now() - interval '90 days'
    order by e.window_ends_at
    limit 10
    for update skip locked
  )`;
