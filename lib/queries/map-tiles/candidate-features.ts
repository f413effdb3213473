import { int, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';

/** The maximum number of features in a tile. */
export const maxMapTileFeatures = 5000;

/** The highest level of a feature (`map_level` in SQL); the lowest is 0. */
const maxLevel = 15;

/**
 * The tables `map_tile`, with the cells of the tile, and `search_box`: its slightly enlarged box, also shifted by 360
 * degrees to each side.
 */
export function mapTileTables({ zoom, column, row }: MapTilePosition): Statement {
  return sql`map_tile as materialized (
  select
    c.cell - c.size + 1 as first_cell,
    c.cell + c.size - 1 as last_cell,
    array(
      select map_cell_at(d.depth, ${int(column)}::bigint >> (${int(zoom)} - d.depth), ${int(row)}::bigint >> (${int(zoom)} - d.depth))
      from generate_series(0, ${int(zoom)} - 1) d (depth)
    ) as cells_above
  from (
    select map_cell_at(${int(zoom)}, ${int(column)}, ${int(row)}) as cell, 1::bigint << (60 - 2 * ${int(zoom)}) as size
  ) c
),
search_box as materialized (
  select st_expand(st_translate(map_tile_box(${int(zoom)}, ${int(column)}, ${int(row)}, 0), s.shift, 0), 1e-7) as box
  from unnest('{-360,0,360}'::double precision[]) s (shift)
)`;
}

type LayerSelection = { readonly layer: string | null };

/** The condition that the feature `f` is readable and of the layer. */
const inSelection = (layer: string | null): Statement =>
  sql`f.tile_id not in (select u.tile_id from unreadable_tile u)
        ${layer === null ? sql`` : sql`and ((select l.kind is null from layer l) or f.kind = (select l.kind from layer l))`}`;

/** The condition that the feature `f` is larger than the tile, or crosses its edge. */
const inCellAboveCondition = sql`f.map_cell = any ((select m.cells_above from map_tile m)::bigint[])
        and exists (select from search_box b where f.geometry && b.box)`;

/**
 * The table `candidate`: the readable features of the tile that belong to some resource instances, which are looked up one by one.
 */
export function candidatesAmong(
  caller: Caller,
  { layer }: LayerSelection,
  resourceIds: readonly string[],
): Statement {
  return sql`candidate as materialized (
  select f.gid, g.position as node_position, f.resource_id, f.map_cell
  from visible_among(${int(caller)}, ${uuidArray(resourceIds)}) v
  cross join lateral (
    select f.*
    from feature f
    where f.resource_id = v.resource_id
    offset 0
  ) f
  join geometry_node g on g.node_id = f.node_id
  cross join map_tile m
  where (f.map_cell between m.first_cell and m.last_cell or (${inCellAboveCondition}))
    and ${inSelection(layer)}
)`;
}

/**
 * The table `candidate`: the readable features of the tile, level by level from the highest until there are enough. It
 * also has the features that only a grant of the account makes visible.
 * @rule GeoJSON and OGC API Features: Which features does a map tile show, and in which order?
 */
export function candidateTables(caller: Caller, { layer }: LayerSelection): Statement {
  const selectionCondition = inSelection(layer);
  const levelCondition = sql`f.node_id = s.node_id
        and f.grant_set_id = s.grant_set_id
        and map_level(f.gid) = d.level - 1`;
  const readableCondition = sql`f.resource_id not in (select a.resource_id from account_grant a where a.is_closed)
        and (s.is_visible_to_guest or f.resource_id not in (select a.resource_id from account_grant a where not a.is_open))
        and ${selectionCondition}`;
  return sql`${grantTables(caller)},
-- Grants of the account override those of its groups.
opened_feature as materialized (
  select f.gid, g.position as node_position, f.resource_id, f.map_cell
  from account_grant a
  cross join lateral (
    select f.*
    from feature f
    where f.resource_id = a.resource_id
    offset 0
  ) f
  join geometry_node g on g.node_id = f.node_id
  cross join map_tile m
  where a.is_open
    and not exists (
      select
      from visible_set s
      where s.node_id = f.node_id
        and s.grant_set_id = f.grant_set_id
    )
    and (f.map_cell between m.first_cell and m.last_cell or (${inCellAboveCondition}))
    and ${selectionCondition}
),
-- Each step reads a level and keeps its features as lists, because reading the levels a second time would double the time.
descent (level, total, gids, node_positions, resource_ids, map_cells) as (
  select ${int(maxLevel)} + 1, 0::bigint, null::integer[], null::integer[], null::uuid[], null::bigint[]
  union all
  select d.level - 1, d.total + l.count, l.gids, l.node_positions, l.resource_ids, l.map_cells
  from descent d
  cross join lateral (
    select
      count(*) as count,
      array_agg(f.gid) as gids,
      array_agg(s.node_position) as node_positions,
      array_agg(f.resource_id) as resource_ids,
      array_agg(f.map_cell) as map_cells
    from visible_set s
    cross join lateral (
      select f.gid, f.resource_id, f.map_cell
      from feature f
      cross join map_tile m
      where ${levelCondition}
        and f.map_cell between m.first_cell and m.last_cell
        and ${readableCondition}
      union all
      -- Features that are larger than the tile, or cross its edge.
      select f.gid, f.resource_id, f.map_cell
      from feature f
      where ${levelCondition}
        and ${inCellAboveCondition}
        and ${readableCondition}
    ) f
  ) l
  where d.level > 0
    and d.total < ${int(maxMapTileFeatures)}
),
candidate as materialized (
  select f.*
  from descent d
  cross join lateral unnest(d.gids, d.node_positions, d.resource_ids, d.map_cells) as f (gid, node_position, resource_id, map_cell)
  union all
  select o.*
  from opened_feature o
)`;
}

/**
 * The tables `visible_set` and `account_grant`. `visible_set` has, for each node, the sets of grants with which the caller
 * may see features; `account_grant` has the grants of the account. An administrator may see all sets and needs no grants.
 */
function grantTables(caller: Caller): Statement {
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
  select n.node_id, n.node_position, n.grant_set_id, c.is_administrator or v.is_visible_to_guest as is_visible_to_guest
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
