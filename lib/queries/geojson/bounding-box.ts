import { double, int, sql, type Statement } from '../../data-api/sql.ts';
import type { BoundingBox } from '../../model/geojson/feature-query.ts';

/** So many features within bounds are given by the index of geometries, and then put in order. */
export const fewFeatures = 20_000;

/** The condition that a feature has a point in common with a box. Those whose geometry PostGIS does not take have none. */
export function intersectsBox(box: BoundingBox): Statement {
  return onEitherSide(box, (envelope) => sql`st_intersects(f.geometry, ${envelope})`);
}

/** The condition that the box around a feature has a point in common with a box: the index alone tells. */
function overlaps(box: BoundingBox): Statement {
  return onEitherSide(box, (envelope) => sql`f.geometry && ${envelope}`);
}

/** A condition of a box; one that crosses the antimeridian is two, and one with nothing in it is never met. */
function onEitherSide(
  { west, south, east, north }: BoundingBox,
  condition: (envelope: Statement) => Statement,
): Statement {
  const between = (from: number, to: number): Statement =>
    condition(
      sql`st_makeenvelope(${double(from)}, ${double(south)}, ${double(to)}, ${double(north)}, 4326)`,
    );
  if (south > north) return sql`false`;
  return west <= east
    ? between(west, east)
    : sql`(${between(west, 180)} or ${between(-180, east)})`;
}

/** The common table expression `box`, with a comma behind it: whether few features are within a box. */
export function boxTable(box: BoundingBox): Statement {
  return sql`box as materialized (
  select count(*) <= ${int(fewFeatures)} as has_few
  from (
    select f.gid
    from feature f
    where ${overlaps(box)}
    limit ${int(fewFeatures)} + 1
  ) f
),
`;
}

/**
 * Features within bounds, by two queries of which one is carried out. Where there are few of them, it follows the index of geometries. Where there are
 * many, it follows that of the keys, from which the condition on geometries is hidden: they would be looked up anew for each chunk. The planner cannot
 * choose: geometries have no statistics, because any role of the database could read them.
 * @param features a query of features with one more condition, which begins with `and`
 * @param hasFew whether there are few: a query of one value
 * @param isNear the condition by which the index of geometries is followed
 * @param isNearAnyHow the same where there are many
 */
export function byEitherIndex(
  features: (condition: Statement) => Statement,
  hasFew: Statement,
  isNear: Statement,
  isNearAnyHow = isNear,
): Statement {
  return sql`select b.*
  from (
    ${features(sql`
    and (${hasFew})
    and ${isNear}`)}
  ) b
  union all
  select e.*
  from (
    ${features(sql`
    and not (${hasFew})
    and (${isNearAnyHow}) is true`)}
  ) e`;
}

/** Features within a box. @param features as `followingEither` takes them */
export function featuresInBox(
  box: BoundingBox,
  features: (condition: Statement) => Statement,
): Statement {
  return byEitherIndex(features, sql`select b.has_few from box b`, intersectsBox(box));
}
