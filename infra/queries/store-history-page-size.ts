import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { int, sql } from '../../lib/data-api/sql.ts';

/**
 * Stores the page size of the activity stream. A stored size does not change once the stream has items. Waits until a concurrent first
 * item is committed.
 * @param size undefined for the stored or default size
 * @returns the effective size
 */
export function storeHistoryPageSize(size: number | undefined): RowsQuery<number> {
  return oneRow(
    sql`with counter as materialized (
  select c.ordinal
  from activity_counter c
  for update
),
stored as (
  insert into setting (name, value)
  select 'history_page_size', coalesce(${int(size ?? null)}, history_page_size())::text
  on conflict (name) do update
    set value = excluded.value
    where (select c.ordinal from counter c) = 0
  returning value
)
select coalesce((select r.value::integer from stored r), history_page_size())::text`,
    z.number(),
  );
}
