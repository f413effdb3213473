import { int, joinTables, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { clusterTables, maxLevel, noClustersTable } from './clusters.ts';
import {
  inVisibleSetCondition,
  openedFeatureTable,
  readableTileCondition,
  visibleSetTables,
} from './visible-sets.ts';

/** The maximum number of features in a tile. */
export const maxMapTileFeatures = 5000;

type LayerSelection = { readonly layer: string | null };

/** A condition, after another one: the feature `f` is of the geometry kind of the layer. The index of maps lacks the kind, which few layers have. */
const andOfKind = (layer: string | null): Statement =>
  layer === null
    ? sql``
    : sql`
        and (
          (select l.kind is null from layer l)
          or exists (select from feature k where k.gid = f.gid and k.kind = (select l.kind from layer l))
        )`;

/** The condition that a cell of the feature `f` is in the tile. */
const inTileCondition = sql`f.map_cell between (select m.first_cell from map_tile m) and (select m.last_cell from map_tile m)`;

/** The condition that the feature `f` has one of the cells above, and reaches into the tile. */
const inLargerCellCondition = sql`f.map_cell = any ((select m.larger_cells from map_tile m)::bigint[])
        and exists (select from search_box b where f.geometry && b.box)`;

/**
 * The table `candidate`: the readable features of the tile that belong to some resource instances, which are looked up one by one.
 */
export function candidatesAmong(
  caller: Caller,
  { layer }: LayerSelection,
  resourceIds: readonly string[],
): Statement {
  return sql`${noClustersTable},
candidate as materialized (
  select f.gid, g.position as node_position, f.resource_id, f.map_cell
  from visible_among(${int(caller)}, ${uuidArray(resourceIds)}) v
  cross join lateral (
    select f.*
    from feature f
    where f.resource_id = v.resource_id
    offset 0
  ) f
  join geometry_node g on g.node_id = f.node_id
  where (${inTileCondition} or (${inLargerCellCondition}))
    and ${readableTileCondition}${andOfKind(layer)}
)`;
}

/**
 * The table `candidate`: the readable features of the tile, level by level from the highest until there are enough. It
 * also has the features that only a grant of the account makes visible. With clusters, it lacks the features that they stand for.
 * @rule GeoJSON and OGC API Features: Which features does a map tile show, and in which order?
 */
export function candidateTables(
  caller: Caller,
  { layer }: LayerSelection,
  hasClusters: boolean,
): Statement {
  const readableCondition = sql`${inVisibleSetCondition}${andOfKind(layer)}`;
  const openedFeatures = openedFeatureTable(
    sql`f.gid, f.resource_id, f.map_cell`,
    sql`(${inTileCondition} or (${inLargerCellCondition}))${andOfKind(layer)}`,
  );
  return joinTables([
    visibleSetTables(caller),
    openedFeatures,
    hasClusters ? clusterTables(inTileCondition, readableCondition) : noClustersTable,
    descentTable(readableCondition, hasClusters),
    sql`candidate as materialized (
  select f.*
  from descent d
  cross join lateral unnest(d.gids, d.node_positions, d.resource_ids, d.map_cells) as f (gid, node_position, resource_id, map_cell)
  union all
  ${
    hasClusters
      ? unclusteredFeatures
      : sql`select o.gid, o.node_position, o.resource_id, o.map_cell
  from opened_feature o`
  }
)`,
  ]);
}

const unclusteredFeatures = sql`select u.gid, u.node_position, u.resource_id, u.map_cell
  from unclustered_feature u`;

/**
 * The table `descent`. Each step reads a level and keeps its features as lists, because reading the levels a second time would double the
 * time. With clusters, it reads only features in the cells above those of the grid.
 */
function descentTable(readableCondition: Statement, hasClusters: boolean): Statement {
  const levelCondition = sql`map_level(f.gid) = d.level - 1`;
  const featuresInTile = sql`select f.gid, f.resource_id, f.map_cell
      from feature f
      where ${levelCondition}
        and ${inTileCondition}
        and ${readableCondition}
      union all
      `;
  return sql`descent (level, total, gids, node_positions, resource_ids, map_cells) as (
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
      ${hasClusters ? sql`` : featuresInTile}-- Features that are larger than the tile, or cross its edge.
      select f.gid, f.resource_id, f.map_cell
      from feature f
      where ${levelCondition}
        and ${inLargerCellCondition}
        and ${readableCondition}
    ) f
  ) l
  where d.level > 0
    and d.total < ${int(maxMapTileFeatures)}
)`;
}
