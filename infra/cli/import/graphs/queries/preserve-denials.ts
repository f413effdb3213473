import * as z from 'zod';

import { manyRows } from '../../../../../lib/data-api/query.ts';
import { json, sql, uuid, type Statement } from '../../../../../lib/data-api/sql.ts';
import {
  changeQuery,
  type ChangeQuery,
} from '../../../../../lib/queries/access-changes/change-query.ts';
import { grantFacts } from '../../../rights/queries/grants.ts';
import { nodegroupPath } from '../../../rights/queries/grant-targets.ts';
import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';

const preservedDenialSchema = z
  .object({
    nodegroupId: z.string(),
    name: z.string().nullable(),
    kind: z.enum(['account', 'group']),
    grantee: z.string(),
  })
  .readonly();

/** A nodegroup that got a new grant of no_access for an account or a group. */
export type PreservedDenial = z.output<typeof preservedDenialSchema>;

/** Prevents other changes of permissions until the transaction ends. */
export function lockRights(): Statement {
  return sql`select c.subject
from last_change c
where c.subject = 'permission'
for no key update`;
}

/**
 * Keeps nodegroups closed that get another parent in the new version of a graph. A grant of no_access also closes the nodegroups
 * below, so a nodegroup that moves away from there would become open. Such a nodegroup gets a grant of no_access of its own for each
 * affected account and group. To be called after lockRights, and before the nodegroups of the graph are written.
 * @returns the new grants
 */
export function preserveDenials(graph: CompiledGraph): ChangeQuery<readonly PreservedDenial[]> {
  const rows = graph.nodegroups.map(({ nodegroupId, parentNodegroupId }) => ({
    nodegroup_id: nodegroupId,
    parent_nodegroup_id: parentNodegroupId,
  }));
  return changeQuery(
    'nodegroup-grant-changed',
    {
      tables: sql`recursive incoming as materialized (
  select r.nodegroup_id, r.parent_nodegroup_id
  from jsonb_to_recordset(${json(rows)}) as r (nodegroup_id uuid, parent_nodegroup_id uuid)
),
stored as materialized (
  select n.nodegroup_id, n.parent_nodegroup_id
  from nodegroup n
  where n.graph_id = ${uuid(graph.graphId)}
),
-- Nodegroups that the graph no longer has keep their parents.
parent_after as materialized (
  select i.nodegroup_id, i.parent_nodegroup_id
  from incoming i
  union all
  select s.nodegroup_id, s.parent_nodegroup_id
  from stored s
  where s.nodegroup_id not in (select i.nodegroup_id from incoming i)
),
closed_before as (
  select g.account_id, g.account_group_id, g.nodegroup_id
  from stored s
  join nodegroup_grant g on g.nodegroup_id = s.nodegroup_id
  where g.no_access
  union
  select c.account_id, c.account_group_id, s.nodegroup_id
  from closed_before c
  join stored s on s.parent_nodegroup_id = c.nodegroup_id
),
closed_after as (
  select g.account_id, g.account_group_id, g.nodegroup_id
  from stored s
  join nodegroup_grant g on g.nodegroup_id = s.nodegroup_id
  where g.no_access
  union
  select c.account_id, c.account_group_id, n.nodegroup_id
  from closed_after c
  join parent_after n on n.parent_nodegroup_id = c.nodegroup_id
),
opened as materialized (
  select * from closed_before
  except
  select * from closed_after
),
-- A grant on the topmost ones is enough, because it also closes those below.
topmost as materialized (
  select o.account_id, o.account_group_id, o.nodegroup_id
  from opened o
  join parent_after n on n.nodegroup_id = o.nodegroup_id
  where not exists (
    select
    from opened above
    where above.nodegroup_id = n.parent_nodegroup_id
      and (above.account_id = o.account_id or above.account_group_id = o.account_group_id)
  )
),
replaced as (
  update nodegroup_grant g
  set
    can_read = false,
    can_write = false,
    can_delete = false,
    no_access = true,
    is_imported = false
  from topmost t
  where g.nodegroup_id = t.nodegroup_id
    and (g.account_id = t.account_id or g.account_group_id = t.account_group_id)
),
added as (
  insert into nodegroup_grant (nodegroup_id, account_id, account_group_id, no_access)
  select t.nodegroup_id, t.account_id, t.account_group_id, true
  from topmost t
  where not exists (
    select
    from nodegroup_grant g
    where g.nodegroup_id = t.nodegroup_id
      and (g.account_id = t.account_id or g.account_group_id = t.account_group_id)
  )
)`,
      changes: sql`select
      t.nodegroup_id::text as target_id,
      ${nodegroupPath(sql`n`)} || ', ' || coalesce('account ' || a.username, 'group ' || p.name) as target,
      case when g.nodegroup_id is not null then ${grantFacts('nodegroup', sql`g`)} end as before,
      ${grantFacts('nodegroup', sql`d`)} as after
    from topmost t
    join nodegroup n on n.nodegroup_id = t.nodegroup_id
    left join nodegroup_grant g
      on g.nodegroup_id = t.nodegroup_id
      and (g.account_id = t.account_id or g.account_group_id = t.account_group_id)
    left join account a on a.account_id = t.account_id
    left join account_group p on p.account_group_id = t.account_group_id
    cross join lateral (
      select t.account_id, t.account_group_id, false as can_read, false as can_write, false as can_delete, true as no_access
    ) d`,
      result: sql`select jsonb_build_object(
  'nodegroupId', t.nodegroup_id,
  'name', c.property_name,
  'kind', case when t.account_id is null then 'group' else 'account' end,
  'grantee', coalesce(a.username, p.name)
)::text
from topmost t
left join node c on c.node_id = t.nodegroup_id
left join account a on a.account_id = t.account_id
left join account_group p on p.account_group_id = t.account_group_id
order by t.nodegroup_id, a.username, p.name`,
    },
    (statement) => manyRows(statement, preservedDenialSchema),
  );
}
