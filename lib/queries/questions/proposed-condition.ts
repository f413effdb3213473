import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** The condition that a resource instance is only proposed, or has proposed values in readable nodegroups; or that it is not only proposed. */
export function proposedCondition(
  caller: Caller,
  resourceId: Statement,
  isProposed: boolean,
): Statement {
  const isOnlyProposed = sql`exists (
      select
      from resource r
      where r.resource_id = ${resourceId}
        and r.proposed_by is not null
    )`;
  if (!isProposed) return sql`not ${isOnlyProposed}`;
  return sql`(${isOnlyProposed} or exists (
      select
      from tile t
      where t.resource_id = ${resourceId}
        and t.provisional_edits is not null
        and t.nodegroup_id in (select n.nodegroup_id from readable_nodegroup(${int(caller)}) n)
      offset 0
    ))`;
}
