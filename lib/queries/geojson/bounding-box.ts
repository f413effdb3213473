import { doubleArray, int, sql, type Statement } from '../../data-api/sql.ts';
import type { BoundingBox } from '../../model/geojson/feature-query.ts';

/** Up to this many features within bounds are read with the index of geometries, and then sorted. */
export const maxFeaturesByGeometryIndex = 20_000;

type Envelope = Pick<BoundingBox, 'west' | 'south' | 'east' | 'north'>;

/** The envelopes of a box: two if it crosses the antimeridian, none if it is empty. */
function envelopesOf(box: BoundingBox): readonly Envelope[] {
  if (box.south > box.north) return [];
  if (box.west <= box.east) return [box];
  return [
    { ...box, east: 180 },
    { ...box, west: -180 },
  ];
}

/** The common table expression `requested_box`, with a comma at the end: the envelopes of a box, as a list, so that all boxes have one statement. */
export function requestedBoxTable(box: BoundingBox): Statement {
  const envelopes = envelopesOf(box);
  const values = (side: keyof Envelope) => doubleArray(envelopes.map((envelope) => envelope[side]));
  return sql`requested_box as materialized (
  select st_makeenvelope(b.west, b.south, b.east, b.north, 4326) as envelope
  from unnest(${values('west')}, ${values('south')}, ${values('east')}, ${values('north')}) as b (west, south, east, north)
),
`;
}

/**
 * The condition that a feature `f` intersects a box. A geometry that PostGIS rejects never intersects it. The condition is hidden from the
 * planner, so that it never chooses the index of geometries.
 */
export const intersectsBoxCondition = sql`(exists (select from requested_box b where st_intersects(f.geometry, b.envelope))) is true`;

/**
 * The common table expressions of a box, with a comma at the end. If few features overlap the box, `box_feature` has those that intersect
 * it. Otherwise it is empty, and `box_count` says so.
 */
export function boxTables(box: BoundingBox): Statement {
  const limit = int(maxFeaturesByGeometryIndex);
  return sql`${requestedBoxTable(box)}box_count as materialized (
  select count(*) <= ${limit} as has_few_features
  from requested_box b
  -- With a limit, the planner does not collect all matches of the index before it reads the first one.
  cross join lateral (
    select f.gid
    from feature f
    where f.geometry && b.envelope
    limit ${limit} + 1
  ) f
),
-- A feature can intersect two envelopes.
box_feature as materialized (
  select distinct on (f.gid) f.*
  from requested_box b
  cross join lateral (
    select f.gid, f.resource_id, f.tile_id, f.node_id, f.kind, f.geometry_type, f.bytes
    from feature f
    where st_intersects(f.geometry, b.envelope)
    offset 0
  ) f
  where (select c.has_few_features from box_count c)
),
`;
}

/**
 * Selects features within the box of `boxTables` with two queries, of which only one runs. For few features it reads `box_feature`, which
 * the index of geometries has found. For many it reads all features in the order of their keys until there are enough. The planner cannot
 * choose, because it has no statistics of geometries: statistics are not collected, because every database role could read them.
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
