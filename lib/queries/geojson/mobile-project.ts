import { int, joinTables, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { maxFeaturesByGeometryIndex, searchGeometry } from './bounding-box.ts';
import { projectVisibleCondition } from '../mobile-projects/visible-projects.ts';

/**
 * The common table expressions of a mobile project. `project` has its bounds, or no row if the project is not visible; `project_card` has the nodegroups and models of its cards.
 */
export function projectTables(caller: Caller, id: string): Statement {
  return joinTables([
    sql`project as materialized (
  select
    p.bounds,
    p.bounds is not null and n.feature_count <= ${int(maxFeaturesByGeometryIndex)} as has_few_features
  from mobile_project p
  cross join lateral (
    select count(*) as feature_count
    from (
      select f.gid
      from feature f
      where ${searchGeometry} && p.bounds
      limit ${int(maxFeaturesByGeometryIndex)} + 1
    ) f
  ) n
  where p.mobile_project_id = ${uuid(id)}
    and ${projectVisibleCondition(caller)}
)`,
    sql`project_card as materialized (
  select distinct c.nodegroup_id, c.graph_id
  from mobile_project_card l
  join card c on c.card_id = l.card_id
  where l.mobile_project_id = ${uuid(id)}
    and exists (select from project)
)`,
  ]);
}

const bounds = sql`(select p.bounds from project p)`;

const insideCondition = sql`(${searchGeometry} && ${bounds} and meets_area(${searchGeometry}, ${bounds}))`;

/**
 * Selects features of a mobile project: those that intersect its bounds, or all if it has none. Of its two queries only one runs. For few
 * features it uses the index of geometries. For many it uses the index of keys, and hides the condition on geometries from the planner,
 * which would search that index again for each chunk.
 * @param features makes a query of features from an additional condition, which begins with `and`
 */
export function selectFeaturesInProject(features: (condition: Statement) => Statement): Statement {
  const hasFew = sql`(select p.has_few_features from project p)`;
  return sql`select by_geometry.*
   from (
     ${features(sql`
     and ${hasFew}
     and ${insideCondition}`)}
   ) by_geometry
   union all
   select by_key.*
   from (
     ${features(sql`
     and not ${hasFew}
     and ((select p.bounds is null from project p) or ${insideCondition}) is true`)}
   ) by_key`;
}
