import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** Who writes, and the id under which the edit log keeps what was written together. */
export type Writer = { readonly caller: Caller; readonly transactionId: string };

/**
 * The common table expressions that give changed resource instances their places in the activity stream. Ordinals have
 * no gap and follow the order of commits, because the row of the counter stays locked until the commit: so these come last.
 * @param changed a query of resource_id, graph_id and kind (Create, Update, Delete)
 * @param after a count of what is to be written before the ordinals are taken: whoever waited for the counter with nothing left
 *   to lock can wait for nobody else
 */
export function activityParts(writer: Writer, changed: Statement, after: Statement): Statement {
  return sql`active as materialized (
  ${changed}
),
counter as (
  update activity_counter
  set
    ordinal = ordinal + (select count(*) from active) + 0 * (${after}),
    end_time = greatest(end_time, clock_timestamp())
  where exists (select from active)
  returning ordinal, end_time
),
activity_row as (
  insert into activity (ordinal, activity_type, resource_id, graph_id, account_id, end_time)
  select
    counter.ordinal - count(*) over () + row_number() over (order by a.resource_id),
    a.kind,
    a.resource_id,
    a.graph_id,
    ${int(writer.caller)},
    counter.end_time
  from active a
  cross join counter
  returning ordinal
)`;
}
