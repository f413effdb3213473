import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/**
 * The tables `visible_set` and `account_grant`. `visible_set` has, for each node, the sets of grants with which the caller
 * may see features; `account_grant` has the grants of the account. An administrator may see all sets and needs no grants.
 */
export function visibleSetTables(caller: Caller): Statement {
  return sql`caller as materialized (
  select c.account_id, c.is_administrator, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
  from caller_rights(${int(caller)}) c
),
-- Each step finds the next set of a node in the index.
node_set (node_id, graph_id, node_position, grant_set_id) as (
  select
    g.node_id,
    g.graph_id,
    g.position,
    (
      select f.grant_set_id
      from feature f
      where f.node_id = g.node_id
        and f.map_cell is not null
      order by f.grant_set_id
      limit 1
    )
  from geometry_node g
  union all
  select
    n.node_id,
    n.graph_id,
    n.node_position,
    (
      select f.grant_set_id
      from feature f
      where f.node_id = n.node_id
        and f.map_cell is not null
        and f.grant_set_id > n.grant_set_id
      order by f.grant_set_id
      limit 1
    )
  from node_set n
  where n.grant_set_id is not null
),
visible_set as materialized (
  select n.node_id, n.graph_id, n.node_position, n.grant_set_id, c.is_administrator or v.is_visible_to_guest as is_visible_to_guest
  from node_set n
  cross join caller c
  left join lateral visibility_by_grant_set(
    n.grant_set_id, n.graph_id, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
  ) v on true
  where n.grant_set_id is not null
    and (c.is_administrator or v.is_visible)
),
account_grant as materialized (
  select g.resource_id, g.no_access as is_closed, g.can_view and not g.no_access as is_open
  from caller c
  join resource_grant g on g.account_id = c.account_id
  where not c.is_administrator
)`;
}

/** The condition that the feature `f` is in a tile that the caller may read. It needs `selectionTables`. */
export const readableTileCondition = sql`f.tile_id not in (select u.tile_id from unreadable_tile u)`;

/**
 * The condition that the feature `f` is one of the visible set `s`, and that no grant of the account closes it. It needs `visibleSetTables`
 * and `selectionTables`.
 */
export const inVisibleSetCondition = sql`f.node_id = s.node_id
        and f.grant_set_id = s.grant_set_id
        and f.resource_id not in (select a.resource_id from account_grant a where a.is_closed)
        and (s.is_visible_to_guest or f.resource_id not in (select a.resource_id from account_grant a where not a.is_open))
        and ${readableTileCondition}`;

/**
 * The table `opened_feature`: the features that only a grant of the account makes visible. Grants of the account override those of its
 * groups. It needs `visibleSetTables` and `selectionTables`.
 * @param columns expressions of the feature `f`
 * @param condition which features, besides
 */
export const openedFeatureTable = (
  columns: Statement,
  condition: Statement,
): Statement => sql`opened_feature as materialized (
  select g.node_id, g.graph_id, g.position as node_position, ${columns}
  from account_grant a
  cross join lateral (
    select f.*
    from feature f
    where f.resource_id = a.resource_id
    offset 0
  ) f
  join geometry_node g on g.node_id = f.node_id
  where a.is_open
    and not exists (
      select
      from visible_set s
      where s.node_id = f.node_id
        and s.grant_set_id = f.grant_set_id
    )
    and ${readableTileCondition}
    and ${condition}
)`;
