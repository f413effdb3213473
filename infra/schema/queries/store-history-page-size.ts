import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../../lib/data-api/query.ts';
import { int, sql } from '../../../lib/data-api/sql.ts';

/**
 * Stores the page size of the activity stream. Once the stream has items, the stored size no longer changes. If the first item is
 * just being written, this waits for its commit.
 * @param size undefined to keep the stored size, or the default
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
