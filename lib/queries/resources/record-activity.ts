import { afterRows, boolean, int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** Who writes, and the id under which the edit log keeps what was written together. */
export type Writer = {
  readonly caller: Caller;
  readonly transactionId: string;
  /** Whether the activity stream is not to know: an import may be told so. */
  readonly omitsActivity?: boolean;
};

/**
 * The common table expressions that give changed resource instances their places in the activity stream. Ordinals have
 * no gap and follow the order of commits, because the row of the counter stays locked until the commit: so these come last.
 * A deletion records whether the resource instance had grants of its own, so they stand in the statement that deletes it, whose lock on
 * it the query of what is changed waits for.
 * @param changed a query of resource_id, graph_id and kind (Create, Update, Delete)
 * @param after a count of what is to be written before the ordinals are taken: whoever waited for the counter with nothing left
 *   to lock can wait for nobody else
 */
export function activityTables(writer: Writer, changed: Statement, after: Statement): Statement {
  return sql`active as materialized (
  select
    c.*,
    case when c.kind = 'Delete' then has_own_grants(c.resource_id) else false end as had_grants
  from (
  ${changed}
  ) c
  where ${boolean(writer.omitsActivity !== true)}
),
counter as (
  update activity_counter
  set
    ordinal = ordinal + ${afterRows(after, sql`(select count(*) from active)`)},
    end_time = greatest(end_time, clock_timestamp())
  where exists (select from active)
  returning ordinal, end_time
),
activity_row as (
  insert into activity (ordinal, activity_type, resource_id, graph_id, account_id, end_time, had_grants)
  select
    counter.ordinal - count(*) over () + row_number() over (order by a.resource_id),
    a.kind,
    a.resource_id,
    a.graph_id,
    ${int(writer.caller)},
    counter.end_time,
    a.had_grants
  from active a
  cross join counter
  returning ordinal
)`;
}
