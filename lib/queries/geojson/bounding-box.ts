import { double, int, sql, type Statement } from '../../data-api/sql.ts';
import type { BoundingBox } from '../../model/geojson/feature-query.ts';

/** Up to this many features within bounds are read with the index of geometries, and then sorted. */
export const maxFeaturesByGeometryIndex = 20_000;

/** The geometry by which the feature `f` is found: within the world, or nowhere if it is outside of the world. */
export const searchGeometry = sql`coalesce(f.world_geometry, f.geometry)`;

/** Half the width of a box without width, in degrees. Only boxes with an area can be compared with every invalid geometry. */
const halfWidth = 1e-12;

/** The condition that a feature intersects a box. A geometry that PostGIS rejects never intersects it. */
export function intersectsBoxCondition(box: BoundingBox): Statement {
  return conditionForBox(box, (envelope) => sql`st_intersects(${searchGeometry}, ${envelope})`);
}

/** The condition that the bounding box of a feature intersects a box, which PostGIS evaluates with the index alone. */
function overlapsBoxCondition(box: BoundingBox): Statement {
  return conditionForBox(box, (envelope) => sql`${searchGeometry} && ${envelope}`);
}

/**
 * The box of the whole world selects all geometries, also those outside of the world. An empty box gives a condition that is never true.
 * 180 and -180 degrees are the same: a box that reaches one of them is also searched on the other side, and so is a box that crosses them.
 */
function conditionForBox(
  box: BoundingBox,
  condition: (envelope: Statement) => Statement,
): Statement {
  const { south, north } = box;
  if (south > north) return sql`false`;
  if (isWholeWorld(box)) return sql`not st_isempty(f.geometry)`;
  const [bottom, top] = withWidth(south, north);
  const [firstCondition = sql`false`, ...otherConditions] = longitudeRanges(box)
    .map(([from, to]) => withWidth(from, to))
    .map(([from, to]) =>
      condition(
        sql`st_makeenvelope(${double(from)}, ${double(bottom)}, ${double(to)}, ${double(top)}, 4326)`,
      ),
    );
  return otherConditions.reduce(
    (previous, other) => sql`(${previous} or ${other})`,
    firstCondition,
  );
}

type Range = readonly [from: number, to: number];

const isWholeWorld = ({ west, south, east, north }: BoundingBox): boolean =>
  west === -180 && south === -90 && east === 180 && north === 90;

/** The ranges of longitudes from -180 to 180 that a box covers. */
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
