import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { isKnown } from '../mobile-projects/known-projects.ts';

/** So many features within bounds are found by the index of geometries, and then put in order. */
const few = 20_000;

/**
 * The common table expressions of a mobile project, each with a comma behind it: `project`, its bounds, without a row where the caller may not know
 * of it; `project_card`, the nodegroups and the models of its cards.
 */
export function projectTables(caller: Caller, id: string): Statement {
  return sql`project as materialized (
  select
    p.bounds,
    p.bounds is not null and n.features <= ${int(few)} as has_few
  from mobile_project p
  cross join lateral (
    select count(*) as features
    from (
      select f.gid
      from feature f
      where f.geometry && p.bounds
      limit ${int(few)} + 1
    ) f
  ) n
  where p.mobile_project_id = ${uuid(id)}
    and ${isKnown(caller)}
),
project_card as materialized (
  select distinct c.nodegroup_id, c.graph_id
  from mobile_project_card l
  join card c on c.card_id = l.card_id
  where l.mobile_project_id = ${uuid(id)}
    and exists (select from project)
),
`;
}

/**
 * Features of a mobile project: those that have a point in common with its bounds, or all where it has none. Of the two queries one is carried out. The
 * first follows the index of geometries. The second follows that of the keys, from which the condition on geometries is hidden: many features would be
 * found anew for each piece.
 * @param features a query of features with one more condition, which begins with `and`
 */
export function ofProject(features: (condition: Statement) => Statement): Statement {
  return sql`select b.*
  from (
    ${features(sql`
    and (select p.has_few from project p)
    and st_intersects(f.geometry, (select p.bounds from project p))`)}
  ) b
  union all
  select e.*
  from (
    ${features(sql`
    and (select not p.has_few from project p)
    and ((select p.bounds is null from project p) or st_intersects(f.geometry, (select p.bounds from project p))) is true`)}
  ) e`;
}
