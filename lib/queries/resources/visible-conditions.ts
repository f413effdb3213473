import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/**
 * The common table expressions `caller`, the rights of the caller; `readable_graph`, the graphs that the caller may read, and `unreadable_graph`,
 * all others; and if grants of resource instances concern the caller, `own_grant`, the resource instances for which the account itself has
 * grants, and `visible_set`, the sets of grants of groups that make others visible. No grants concern administrators.
 */
export const readableGraphTables = (caller: Caller): Statement => sql`caller as materialized (
  select
    c.account_id,
    c.is_administrator,
    c.is_reviewer,
    c.has_resource_grants and not c.is_administrator as has_grants,
    c.readable_graphs,
    c.own_graphs,
    c.guest_graphs
  from caller_rights(${int(caller)}) c
),
own_grant as materialized (
  select o.resource_id, o.is_visible
  from own_granted_resource(${int(caller)}) o
  where (select c.has_grants from caller c)
),
visible_set as materialized (
  select v.is_own, v.is_of_guest, v.grant_set_number
  from visible_grant_set(${int(caller)}) v
),
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

/**
 * The condition that the resource instance `r` exists for the caller: it is not merely a proposal of other accounts. It
 * needs `readableGraphTables`.
 */
export const existsForCallerCondition = sql`exists_for_caller(r.proposed_by, (select c.is_reviewer from caller c), (select c.account_id from caller c))`;

/**
 * The condition that a caller whom grants concern may see the resource instance `r`. It needs `readableGraphTables`. It is evaluated for every id
 * that is read, so it reads columns of `resource` and short lists only.
 * @rule Permissions: How is visibility decided for each of many resource instances?
 */
export const visibleByGrantsCondition = (caller: Caller): Statement => sql`case
      when r.graph_id = system_settings_graph() then false
      when r.resource_id in (select o.resource_id from own_grant o)
        then r.resource_id in (select o.resource_id from own_grant o where o.is_visible)
      when r.grant_set_number is null then exists (
        select
        from visible_among(${int(caller)}, array[r.resource_id])
      )
      else (
        r.graph_id in (select unnest(c.own_graphs) from caller c),
        r.graph_id in (select unnest(c.guest_graphs) from caller c),
        r.grant_set_number
      ) in (select v.is_own, v.is_of_guest, v.grant_set_number from visible_set v)
    end`;

/**
 * The condition that the caller may see the resource instance `r`: by grants, otherwise because its graph is readable. It
 * needs `readableGraphTables`.
 * Most graphs are readable, so searching the short list of unreadable ones takes half the time.
 */
export const visibleCondition = (caller: Caller): Statement => sql`case
    when (select c.has_grants from caller c) then ${visibleByGrantsCondition(caller)}
    else r.graph_id not in (select u.graph_id from unreadable_graph u)
  end`;

/**
 * The common table expression `opened`: the resource instances in unreadable graphs that grants open. It needs `readableGraphTables`, and is
 * only computed by statements that come to read it.
 */
export const openedTable = (caller: Caller): Statement => sql`opened as materialized (
  select r.resource_id, r.graph_id, r.proposed_by
  from (
    select o.resource_id
    from own_grant o
    where o.is_visible
    union
    select s.resource_id
    from visible_set v
    cross join lateral (
      select r.resource_id
      from resource r
      where r.grant_set_number = v.grant_set_number
        and r.grant_set_number > 0
      offset 0
    ) s
    -- Such a set opens any graph.
    where not v.is_own
      and not v.is_of_guest
    union
    select r.resource_id
    from resource r
    where r.grant_set_number is null
  ) o
  cross join lateral (
    select r.*
    from resource r
    where r.resource_id = o.resource_id
      and r.graph_id in (select u.graph_id from unreadable_graph u)
      and ${visibleByGrantsCondition(caller)}
    offset 0
  ) r
  where (select c.has_grants from caller c)
)`;
