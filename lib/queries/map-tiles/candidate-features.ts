import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { MapTilePosition } from '../../model/map-tiles/map-tile-position.ts';

/** The most features of a tile. */
export const maxTileFeatures = 5000;

/** Levels of features are 0 to this (`map_level` in SQL). */
const maxLevel = 10;

/** The tables `map_tile`, the cells of the tile, and `search_box`, its box at each side of the 180th meridian, a little larger. */
export function positionTables({ zoom, column, row }: MapTilePosition): Statement {
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

/** The table `candidate`: the readable features of the tile, from the highest level down to that with which there are enough. */
export function candidateTables({ layer }: { readonly layer: string | null }): Statement {
  const isReadable = sql`f.resource_id not in (select d.resource_id from denied_resource d)
        and f.tile_id not in (select u.tile_id from unreadable_tile u)
        ${layer === null ? sql`` : sql`and ((select l.kind is null from layer l) or f.kind = (select l.kind from layer l))`}`;
  const featuresOfLevel = (columns: Statement, level: Statement): Statement => sql`select ${columns}
      from feature f
      cross join map_tile m
      where f.node_id = g.node_id
        and map_level(f.gid) = ${level}
        and f.map_cell between m.first_cell and m.last_cell
        and ${isReadable}
      union all
      -- Larger than the tile, or across its edge.
      select ${columns}
      from feature f
      where f.node_id = g.node_id
        and map_level(f.gid) = ${level}
        and f.map_cell = any ((select m.cells_above from map_tile m)::bigint[])
        and exists (select from search_box b where f.geometry && b.box)
        and ${isReadable}`;
  return sql`descent (level, total) as (
  select ${int(maxLevel)} + 1, 0::bigint
  union all
  select
    d.level - 1,
    d.total + (
      select count(*)
      from geometry_node g
      cross join lateral (
      ${featuresOfLevel(sql`f.gid`, sql`d.level - 1`)}
      ) f
    )
  from descent d
  where d.level > 0
    and d.total < ${int(maxTileFeatures)}
),
candidate as materialized (
  select f.gid, g.position as node_position, f.resource_id, f.map_cell
  from (select min(d.level) as level from descent d) lowest
  cross join lateral generate_series(lowest.level, ${int(maxLevel)}) l (level)
  cross join geometry_node g
  cross join lateral (
      ${featuresOfLevel(sql`f.gid, f.resource_id, f.map_cell`, sql`l.level`)}
  ) f
)`;
}
