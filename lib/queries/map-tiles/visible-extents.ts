import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { searchGeometry } from '../geojson/bounding-box.ts';
import { inVisibleSetCondition, openedFeatureTable, visibleSetTables } from './visible-sets.ts';

/** West, south, east, north in degrees. */
export const extentSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly();

export type Extent = z.output<typeof extentSchema>;

const edges = {
  west: sql`st_xmin(${searchGeometry})`,
  south: sql`st_ymin(${searchGeometry})`,
  east: sql`st_xmax(${searchGeometry})`,
  north: sql`st_ymax(${searchGeometry})`,
};

/** A query of the first readable feature of the visible set `s` from one side, which is the first one in the index of that side. */
const firstEdge = (edge: Statement, direction: Statement): Statement => sql`(
      select ${edge}
      from feature f
      where f.map_cell is not null
        and ${inVisibleSetCondition}
      order by ${edge} ${direction}
      limit 1
    )`;

/**
 * The table `visible_extent`: the extent of the features that the caller may see on maps, for each node, in degrees. It is read
 * from the indexes of edges, whatever the number of features. It needs `with recursive` and `selectionTables`.
 * @rule GeoJSON and OGC API Features: On which extent does a map open?
 */
export const visibleExtentTables = (caller: Caller): Statement => sql`${visibleSetTables(caller)},
${openedFeatureTable(
  sql`${edges.west} as west, ${edges.south} as south, ${edges.east} as east, ${edges.north} as north`,
  sql`f.map_cell is not null`,
)},
visible_extent as materialized (
  select e.node_id, min(e.west) as west, min(e.south) as south, max(e.east) as east, max(e.north) as north
  from (
    select
      s.node_id,
      ${firstEdge(edges.west, sql`asc`)} as west,
      ${firstEdge(edges.south, sql`asc`)} as south,
      ${firstEdge(edges.east, sql`desc`)} as east,
      ${firstEdge(edges.north, sql`desc`)} as north
    from visible_set s
    union all
    select o.node_id, o.west, o.south, o.east, o.north
    from opened_feature o
  ) e
  group by e.node_id
  having count(e.west) > 0
)`;

/** An expression: the extent of rows `e` of `visible_extent`, within the world, as JSON; null without any. */
export const joinedExtent = sql`case
      when count(e.west) > 0 then jsonb_build_array(greatest(min(e.west), -180), min(e.south), least(max(e.east), 180), max(e.north))
    end`;
