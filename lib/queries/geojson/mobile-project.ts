import { sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { isKnown } from '../mobile-projects/known-projects.ts';

/**
 * The common table expressions of a mobile project, each with a comma behind it: `project`, its bounds, without a row where the caller may not know
 * of it; `project_card`, the nodegroups and the models of its cards.
 */
export function projectTables(caller: Caller, id: string): Statement {
  return sql`project as materialized (
  select p.mobile_project_id, p.bounds
  from mobile_project p
  where p.mobile_project_id = ${uuid(id)}
    and ${isKnown(caller)}
),
project_card as materialized (
  select distinct c.nodegroup_id, c.graph_id
  from project p
  join mobile_project_card l on l.mobile_project_id = p.mobile_project_id
  join card c on c.card_id = l.card_id
),
`;
}

/**
 * Features of a mobile project: those that have a point in common with its bounds, or all where it has none. Of the two queries one is carried out, so that the
 * index of geometries is followed where there are bounds.
 * @param features a query of features with one more condition, which begins with `and`
 */
export function ofProject(features: (condition: Statement) => Statement): Statement {
  return sql`select b.*
  from (
    ${features(sql`
    and st_intersects(f.geometry, (select p.bounds from project p))`)}
  ) b
  union all
  select e.*
  from (
    ${features(sql`
    and exists (select from project p where p.bounds is null)`)}
  ) e`;
}
