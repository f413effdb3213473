import { boolean, doubleArray, int, joinTables, sql, type Statement } from '../../data-api/sql.ts';
import type { BoundingBox } from '../../model/geojson/feature-query.ts';

/** Up to this many features within bounds are read with the index of geometries, and then sorted. */
export const maxFeaturesByGeometryIndex = 20_000;

/** The geometry by which the feature `f` is found: within the world, or nowhere if it is outside of the world. */
export const searchGeometry = sql`coalesce(f.world_geometry, f.geometry)`;

/** Half the width of a box without width, in degrees. Only boxes with an area can be compared with every invalid geometry. */
const halfWidth = 1e-12;

type Envelope = Pick<BoundingBox, 'west' | 'south' | 'east' | 'north'>;
type Range = readonly [from: number, to: number];

/** The box of the whole world selects all geometries, also those outside of the world. */
const isWholeWorld = ({ west, south, east, north }: BoundingBox): boolean =>
  west === -180 && south === -90 && east === 180 && north === 90;

/**
 * The ranges of longitudes from -180 to 180 that a box covers. 180 and -180 degrees are the same: a box that reaches one of them is also
 * searched on the other side, and so is a box that crosses them.
 */
function longitudeRanges({ west, east }: BoundingBox): readonly Range[] {
  if (west > east) {
    return [
      [west, 180],
      [-180, east],
    ];
  }
  if (west === -180 && east < 180)
    return [
      [west, east],
      [180, 180],
    ];
  if (east === 180 && west > -180)
    return [
      [west, east],
      [-180, -180],
    ];
  return [[west, east]];
}

const withWidth = (from: number, to: number): Range =>
  from === to ? [from - halfWidth, to + halfWidth] : [from, to];

/** The envelopes of a box: two if it reaches the antimeridian, none if it is empty. */
function envelopesOf(box: BoundingBox): readonly Envelope[] {
  if (box.south > box.north) return [];
  const [south, north] = withWidth(box.south, box.north);
  return longitudeRanges(box).map(([from, to]) => {
    const [west, east] = withWidth(from, to);
    return { west, south, east, north };
  });
}

/**
 * The common table expression `requested_box`: the envelopes of a box, as a list, so that all boxes have one statement.
 * @rule GeoJSON and OGC API Features: What does a box that crosses the antimeridian select?
 */
export function requestedBoxTable(box: BoundingBox): Statement {
  const envelopes = envelopesOf(box);
  const values = (side: keyof Envelope) => doubleArray(envelopes.map((envelope) => envelope[side]));
  return sql`requested_box as materialized (
   select
     st_makeenvelope(b.west, b.south, b.east, b.north, 4326) as envelope,
     ${boolean(isWholeWorld(box))} as is_whole_world
   from unnest(${values('west')}, ${values('south')}, ${values('east')}, ${values('north')}) as b (west, south, east, north)
)`;
}

/**
 * The condition that a feature `f` intersects a box. A geometry that PostGIS rejects never intersects it. The condition is hidden from the
 * planner, so that it never chooses the index of geometries.
 */
export const intersectsBoxCondition = sql`(exists (
      select from requested_box b
      where case
        when b.is_whole_world then not st_isempty(f.geometry)
        else st_intersects(${searchGeometry}, b.envelope)
      end
    )) is true`;

/**
 * The common table expressions of a box. If few features overlap the box, `box_feature` has those that intersect it. Otherwise,
 * and for the whole world, it is empty, and `box_count` says so.
 */
export function boxTables(box: BoundingBox): Statement {
  const limit = int(maxFeaturesByGeometryIndex);
  return joinTables([
    requestedBoxTable(box),
    sql`box_count as materialized (
  select count(*) <= ${limit} and not ${boolean(isWholeWorld(box))} as has_few_features
  from requested_box b
  -- With a limit, the planner does not collect all matches of the index before it reads the first one.
  cross join lateral (
    select f.gid
    from feature f
    where ${searchGeometry} && b.envelope
    limit ${limit} + 1
  ) f
)`,
    sql`-- A feature can intersect two envelopes.
box_feature as materialized (
  select distinct on (f.gid) f.*
  from requested_box b
  cross join lateral (
    select f.gid, f.resource_id, f.tile_id, f.node_id, f.kind, f.geometry_type, f.bytes
    from feature f
    where st_intersects(${searchGeometry}, b.envelope)
    offset 0
  ) f
  where (select c.has_few_features from box_count c)
)`,
  ]);
}

/**
 * Selects features within the box of `boxTables` with two queries, of which only one runs. For few features it reads `box_feature`, which
 * the index of geometries has found. For many it reads all features in the order of their keys until there are enough. The planner cannot
 * choose, because it has no statistics of geometries: statistics are not collected, because every database role could read them.
 * @rule GeoJSON and OGC API Features: By which index are the features in a box read?
 * @param fromBox makes a query of features of `box_feature` from an additional condition, which begins with `and`
 * @param inOrder the same for the table `feature`
 */
export function selectFeaturesInBox(
  fromBox: (condition: Statement) => Statement,
  inOrder: (condition: Statement) => Statement,
): Statement {
  const hasFew = sql`(select b.has_few_features from box_count b)`;
  return sql`select from_box.*
  from (
    ${fromBox(sql`
    and ${hasFew}`)}
  ) from_box
  union all
  select in_order.*
  from (
    ${inOrder(sql`
    and not ${hasFew}
    and ${intersectsBoxCondition}`)}
  ) in_order`;
}
