import * as z from 'zod';

import { int, sql, type Statement } from '../../data-api/sql.ts';
import { columnOfPart, gridCellOf, rowOfPart } from './map-tile-cells.ts';

/** The largest zoom of tiles with clusters. */
export const maxClusterZoom = 9;

/** The most features of a model in a cell of the grid that are shown themselves. */
const maxUnclusteredFeatures = 25;

/** So many features of a tile are counted. Of more, a sample is. */
const maxCountedFeatures = 250_000;

/** The features of this level and the higher ones (`map_level` in SQL) are one in 64. */
const firstLevelOfFew = 6;

/** The highest level of a feature; the lowest is 0. */
export const maxLevel = 15;

export const clusterSchema = z
  .object({
    nodePosition: z.number(),
    /** On the grid of the tile. */
    column: z.number(),
    row: z.number(),
    /** Of features. */
    count: z.number(),
  })
  .readonly();

/** A point of a tile that stands for many features of a model. */
export type MapTileCluster = z.output<typeof clusterSchema>;

/** The rows of `clusterSchema`, without a condition. */
export const clustersQuery = sql`select
      row_number() over (order by c.node_position, c.grid_cell),
      jsonb_build_object('nodePosition', c.node_position, 'column', c.tile_column, 'row', c.tile_row, 'count', c.count)::text
    from cluster c`;

/** A query of what clusters show, as one text. */
export const clustersTag = sql`select string_agg(concat_ws(' ', c.node_position, c.tile_column, c.tile_row, c.count), E'\\n' order by c.node_position, c.grid_cell)
        from cluster c`;

/** The table `cluster` of a tile without clusters. */
export const noClustersTable = sql`cluster as materialized (
  select null::integer as node_position, null::bigint as grid_cell, null::integer as tile_column, null::integer as tile_row, null::bigint as count
  where false
)`;

/**
 * The tables `cluster` and `unclustered_feature`. A cluster stands for the readable features of a model within a cell of the grid of a tile, if
 * they are many; its place is the mean of theirs, by parts of cells. A feature that is larger than a cell, or crosses its edge, is in none, so
 * no feature is counted twice. `unclustered_feature` has all others within cells, and those that grants of the account open.
 * If a tile has very many features, those of the highest levels are counted, a fair sample, and the others left out: each level has half of
 * the features below the next, so that the number of all is estimated.
 * It needs `gridTable`, `visibleSetTables` and `opened_feature`.
 * @rule GeoJSON and OGC API Features: What does a cluster in a map tile count?
 * @param inTileCondition the condition that a cell of the feature `f` is in the tile
 * @param readableCondition the condition that the feature `f` is a readable one of the visible set `s`
 */
export const clusterTables = (
  inTileCondition: Statement,
  readableCondition: Statement,
): Statement => sql`sample as materialized (
  select greatest(0, ceil(log(2, count(*) * ${int(1 << firstLevelOfFew)} / ${int(maxCountedFeatures)}::numeric + 1e-9)))::integer as lowest_level
  from visible_set s
  cross join generate_series(${int(firstLevelOfFew)}, ${int(maxLevel)}) l (level)
  cross join lateral (
    select
    from feature f
    where map_level(f.gid) = l.level
      and ${inTileCondition}
      and ${readableCondition}
    offset 0
  ) f
),
part_count as materialized (
  select s.node_id, s.node_position, s.graph_id, s.grant_set_id, s.is_visible_to_guest, l.level, p.part, p.count << a.lowest_level as count
  from visible_set s
  cross join sample a
  cross join generate_series(a.lowest_level, ${int(maxLevel)}) l (level)
  cross join lateral (
    select f.map_cell >> (select g.part_shift from grid g) as part, count(*) as count
    from feature f
    where map_level(f.gid) = l.level
      and f.map_cell & (select g.inner_bits from grid g) <> 0
      and ${inTileCondition}
      and ${readableCondition}
    group by part
  ) p
),
cluster as materialized (
  select
    c.graph_id,
    ${gridCellOf(sql`c.part`)} as grid_cell,
    min(c.node_position) as node_position,
    sum(c.count)::bigint as count,
    round(sum(c.count * ${columnOfPart(sql`c.part`)}) / sum(c.count))::int as tile_column,
    round(sum(c.count * ${rowOfPart(sql`c.part`)}) / sum(c.count))::int as tile_row
  from (
    select p.graph_id, p.node_position, p.part, p.count
    from part_count p
    union all
    select o.graph_id, o.node_position, o.map_cell >> g.part_shift, 1
    from opened_feature o
    cross join grid g
    where o.map_cell & g.inner_bits <> 0
  ) c
  group by c.graph_id, grid_cell
  having sum(c.count) > ${int(maxUnclusteredFeatures)}
),
unclustered_feature as materialized (
  select f.gid, s.node_position, f.resource_id, f.map_cell
  from part_count s
  -- Parts are looked up one by one, because the planner expects more of them.
  cross join lateral (
    select f.gid, f.resource_id, f.map_cell
    from feature f
    where map_level(f.gid) = s.level
      and f.map_cell >= s.part << (select g.part_shift from grid g)
      and f.map_cell < (s.part + 1) << (select g.part_shift from grid g)
      and f.map_cell & (select g.inner_bits from grid g) <> 0
      and ${readableCondition}
    offset 0
  ) f
  where (s.graph_id, ${gridCellOf(sql`s.part`)}) not in (select c.graph_id, c.grid_cell from cluster c)
  union all
  select o.gid, o.node_position, o.resource_id, o.map_cell
  from opened_feature o
  cross join grid g
  where o.map_cell & g.inner_bits = 0
    or (o.graph_id, ${gridCellOf(sql`(o.map_cell >> g.part_shift)`)}) not in (select c.graph_id, c.grid_cell from cluster c)
)`;
