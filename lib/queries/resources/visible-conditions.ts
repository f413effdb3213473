import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/**
 * The common table expressions of `callerTables`, and in addition `readable_graph`, the graphs that the caller may read,
 * and `unreadable_graph`, all other graphs.
 */
export function readableGraphTables(caller: Caller): Statement {
  return sql`${callerTables(caller)},
readable_graph as materialized (
  select g.graph_id
  from caller c
  cross join unnest(c.readable_graphs) g (graph_id)
  where not c.is_administrator
    and g.graph_id <> system_settings_graph()
  union all
  select g.graph_id
  from graph g
  where (select c.is_administrator from caller c)
),
unreadable_graph as materialized (
  select g.graph_id
  from graph g
  where g.graph_id not in (select r.graph_id from readable_graph r)
)`;
}

/**
 * The common table expressions `caller`, the rights of the caller, and `granted`, the grants that apply to the caller. No
 * grants apply to administrators.
 */
export function callerTables(caller: Caller): Statement {
  return sql`caller as materialized (
  select
    c.account_id,
    c.is_administrator,
    c.is_reviewer,
    c.has_resource_grants and not c.is_administrator as has_grants,
    c.readable_graphs
  from caller_rights(${int(caller)}) c
),
granted as materialized (
  select g.resource_id, g.can_view
  from granted_resource(${int(caller)}) g
  where (select c.has_grants from caller c)
)`;
}

/** The condition that no grant denies the caller access to the resource instance `r`. It needs `callerTables`. */
export const notDeniedCondition = sql`r.resource_id not in (select g.resource_id from granted g where not g.can_view)`;

/**
 * The condition that the resource instance `r` exists for the caller: it is not merely a proposal of other accounts. It
 * needs `callerTables`.
 */
export const existsForCallerCondition = sql`exists_for_caller(r.proposed_by, (select c.is_reviewer from caller c), (select c.account_id from caller c))`;

/**
 * The condition that the caller may see the resource instance `r`: by grants, otherwise because its graph is readable. It
 * needs `readableGraphTables`.
 * It is evaluated for every id that is read. Most graphs are readable, so searching the short list of unreadable ones takes
 * half the time.
 */
export const visibleCondition = sql`case
    when (select c.has_grants from caller c) then (
      r.graph_id not in (select u.graph_id from unreadable_graph u)
      and ${notDeniedCondition}
      or r.resource_id in (select g.resource_id from granted g where g.can_view)
      and r.graph_id <> system_settings_graph()
    )
    else r.graph_id not in (select u.graph_id from unreadable_graph u)
  end`;
