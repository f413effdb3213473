import { afterRows, boolean, int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** The author of a change, and its id in the edit log. */
export type Writer = {
  readonly caller: Caller;
  readonly transactionId: string;
  /** Whether to write no activities; an import can request this. */
  readonly omitsActivity?: boolean;
};

/**
 * The common table expressions that write the activities of changed resource instances, and count the changes without
 * activity: proposals, and imports that omit activities. Ordinals have no gaps and follow the order of commits, because
 * the counter stays locked until the commit; so these expressions come last. The activity of a deletion records whether
 * the resource instance had grants of its own, so it is written by the deleting statement, after the lock.
 * @rule Activity stream: How do ordinals stay without gaps?
 * @param changes a query that returns resource_id, graph_id, kind (Create, Update, Delete) and is_proposal
 * @param writtenRowCount an SQL expression that counts written rows; reading it makes PostgreSQL write them before it locks
 *   the counter. A transaction that locks the counter last cannot deadlock
 */
export function activityTables(
  writer: Writer,
  changes: Statement,
  writtenRowCount: Statement,
): Statement {
  const omitsActivity = boolean(writer.omitsActivity === true);
  return sql`effective_change as materialized (
  ${changes}
),
new_activity as materialized (
  select
    c.*,
    case when c.kind = 'Delete' then has_own_grants(c.resource_id) else false end as had_grants
  from effective_change c
  where not c.is_proposal
    and not ${omitsActivity}
),
counter as (
  update activity_counter
  set
    ordinal = ordinal + ${afterRows(writtenRowCount, sql`(select count(*) from new_activity)`)},
    end_time = case
      when exists (select from new_activity) then greatest(end_time, clock_timestamp())
      else end_time
    end,
    proposals = proposals + (select count(*) from effective_change c where c.is_proposal),
    imports = imports + (select count(*) from effective_change c where not c.is_proposal and ${omitsActivity})
  where exists (select from effective_change)
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
  from new_activity a
  cross join counter
  returning ordinal
)`;
}
