import { double, int, sql, type Statement } from '../../data-api/sql.ts';
import type { BoundingBox } from '../../model/geojson/feature-query.ts';

/** Up to this many features within bounds are read with the index of geometries, and then sorted. */
export const maxFeaturesByGeometryIndex = 20_000;

/** The condition that a feature intersects a box. A geometry that PostGIS rejects never intersects it. */
export function intersectsBoxCondition(box: BoundingBox): Statement {
  return conditionForBox(box, (envelope) => sql`st_intersects(f.geometry, ${envelope})`);
}

/** The condition that the bounding box of a feature intersects a box, which PostGIS evaluates with the index alone. */
function overlapsBoxCondition(box: BoundingBox): Statement {
  return conditionForBox(box, (envelope) => sql`f.geometry && ${envelope}`);
}

/** A box that crosses the antimeridian becomes two boxes; an empty box gives a condition that is never true. */
function conditionForBox(
  { west, south, east, north }: BoundingBox,
  condition: (envelope: Statement) => Statement,
): Statement {
  const withinLongitudes = (from: number, to: number): Statement =>
    condition(
      sql`st_makeenvelope(${double(from)}, ${double(south)}, ${double(to)}, ${double(north)}, 4326)`,
    );
  if (south > north) return sql`false`;
  return west <= east
    ? withinLongitudes(west, east)
    : sql`(${withinLongitudes(west, 180)} or ${withinLongitudes(-180, east)})`;
}

/** The common table expression `box_count`, with a comma at the end: whether few features are within the box. */
export function boxCountTable(box: BoundingBox): Statement {
  return sql`box_count as materialized (
  select count(*) <= ${int(maxFeaturesByGeometryIndex)} as has_few_features
  from (
    select f.gid
    from feature f
    where ${overlapsBoxCondition(box)}
    limit ${int(maxFeaturesByGeometryIndex)} + 1
  ) f
),
`;
}

/**
 * Selects features within bounds with two queries, of which only one runs. For few features it uses the index of
 * geometries. For many it uses the index of keys, and hides the condition on geometries from the planner, because the
 * planner would search that index again for each chunk. The planner cannot choose, because it has no statistics of
 * geometries: statistics are not collected, because every database role could read them.
 * @param features makes a query of features from an additional condition, which begins with `and`
 * @param hasFewQuery a query that returns one value: whether there are few
 * @param insideCondition the condition for the index of geometries
 * @param insideConditionByKey the same condition for the index of keys
 */
export function selectByEitherIndex(
  features: (condition: Statement) => Statement,
  hasFewQuery: Statement,
  insideCondition: Statement,
  insideConditionByKey = insideCondition,
): Statement {
  return sql`select by_geometry.*
  from (
    ${features(sql`
    and (${hasFewQuery})
    and ${insideCondition}`)}
  ) by_geometry
  union all
  select by_key.*
  from (
    ${features(sql`
    and not (${hasFewQuery})
    and (${insideConditionByKey}) is true`)}
  ) by_key`;
}

/** Selects features within a box. @param features as in `selectByEitherIndex` */
export function selectFeaturesInBox(
  box: BoundingBox,
  features: (condition: Statement) => Statement,
): Statement {
  return selectByEitherIndex(
    features,
    sql`select b.has_few_features from box_count b`,
    intersectsBoxCondition(box),
  );
}
