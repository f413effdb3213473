import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { int, sql } from '../../lib/data-api/sql.ts';

/**
 * Remembers how many items a page of the activity stream has, unless something is remembered and the stream has items. Whoever adds the
 * first item at the same time is waited for.
 * @param wanted undefined to leave it as it is, or at the usual size where nothing is remembered
 * @returns the size that holds
 */
export function storeHistoryPageSize(wanted: number | undefined): RowsQuery<number> {
  return oneRow(
    sql`with counter as materialized (
  select c.ordinal
  from activity_counter c
  for update
),
remembered as (
  insert into setting (name, value)
  select 'history_page_size', coalesce(${int(wanted ?? null)}, history_page_size())::text
  on conflict (name) do update
    set value = excluded.value
    where (select c.ordinal from counter c) = 0
  returning value
)
select coalesce((select r.value::integer from remembered r), history_page_size())::text`,
    z.number(),
  );
}
