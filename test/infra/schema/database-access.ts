import * as z from 'zod';

import type { Transaction } from '../../../lib/data-api/client.ts';
import { int, json, sql, type Statement } from '../../../lib/data-api/sql.ts';
import type { Caller } from '../../../lib/model/accounts/caller.ts';
import {
  existsForCallerCondition,
  openedTable,
  readableGraphTables,
  visibleCondition,
} from '../../../lib/queries/resources/visible-conditions.ts';
import type { AccessTables } from '../../support/world/tables.ts';

const ids = z.array(z.string());
const rights = z.record(z.string(), z.tuple([z.boolean(), z.boolean(), z.boolean()]));

const databaseAccess = z.strictObject({
  /** [read, write, delete] by nodegroup. */
  nodegroupRights: rights,
  readableNodegroups: ids,
  /** Whether each resource instance with grants that concern the caller is visible. */
  grantedResources: z.record(z.string(), z.boolean()),
  visibleResources: ids,
  /** The resource instances that lists show, by their sets of grants; and by the grants themselves, while the sets are unknown. */
  listedResources: ids,
  listedWithoutSets: ids,
  /** [view, change, delete] of every resource instance. */
  resourcePermissions: rights,
  isAdministrator: z.boolean(),
  /** Readable names of resource instances. */
  readableNames: z.array(z.string()),
  provisionalEdits: z.record(z.string(), z.string()).nullable(),
  mayReadSomething: z.boolean(),
  mayReadThesaurus: z.boolean(),
});

/** The results of all permission functions of the database for a caller. */
export type DatabaseAccess = z.output<typeof databaseAccess>;

/** Calls every permission function for a caller. */
export async function readDatabaseAccess(
  transaction: Transaction,
  caller: Caller,
  { account }: AccessTables,
): Promise<DatabaseAccess> {
  const edits = Object.fromEntries(account.map((row) => [row.account_id, 'an edit']));
  const [row] = await transaction.execute(sql`select jsonb_build_object(
  'nodegroupRights', (
    select coalesce(jsonb_object_agg(p.nodegroup_id, jsonb_build_array(p.can_read, p.can_write, p.can_delete)), '{}')
    from nodegroup_permission(${int(caller)}) p
  ),
  'readableNodegroups', (
    select coalesce(jsonb_agg(n.nodegroup_id order by n.nodegroup_id), '[]')
    from readable_nodegroup(${int(caller)}) n
  ),
  'grantedResources', (
    select coalesce(jsonb_object_agg(g.resource_id, g.can_view), '{}')
    from granted_resource(${int(caller)}) g
  ),
  'visibleResources', (
    select coalesce(jsonb_agg(v.resource_id order by v.resource_id), '[]')
    from visible_resource(${int(caller)}) v
  ),
  'resourcePermissions', (
    select coalesce(jsonb_object_agg(r.resource_id, jsonb_build_array(p.can_view, p.can_change, p.can_delete)), '{}')
    from resource r
    cross join lateral resource_permission(${int(caller)}, r.resource_id) p
  ),
  'isAdministrator', is_administrator(${int(caller)}),
  'readableNames', (
    select coalesce(jsonb_agg(d #>> '{en,name}' order by r.resource_id), '[]')
    from resource r
    cross join lateral readable_descriptors(
      r.descriptors,
      (select array_agg(n.nodegroup_id) from readable_nodegroup(${int(caller)}) n),
      (
        select array_agg(v.resource_id)
        from visible_resource(${int(caller)}) v
        where v.resource_id = any (described_resources(r.descriptors))
      )
    ) d
    where d <> '{}'::jsonb
  ),
  'provisionalEdits', readable_provisional_edits(${json(edits)}, ${int(caller)}),
  'mayReadSomething', may_read_anything(${int(caller)}),
  'mayReadThesaurus', may_read_thesaurus(${int(caller)})
)::text`);
  const [listed] = await transaction.execute(selectListed(caller));
  await transaction.execute(sql`update resource set grant_set_number = null`);
  const [listedWithoutSets] = await transaction.execute(selectListed(caller));
  await transaction.execute(
    sql`select store_grant_set_numbers(array(select r.resource_id from resource r))::text`,
  );
  return databaseAccess.parse({
    ...z.looseObject({}).parse(JSON.parse(String(row?.[0]))),
    listedResources: JSON.parse(String(listed?.[0])),
    listedWithoutSets: JSON.parse(String(listedWithoutSets?.[0])),
  });
}

/** The ids that lists show: of readable graphs all that are visible, and of others those that grants open. */
const selectListed = (caller: Caller): Statement => sql`with ${readableGraphTables(caller)},
${openedTable(caller)}
select coalesce(jsonb_agg(l.resource_id order by l.resource_id), '[]')::text
from (
  select r.resource_id
  from resource r
  where r.graph_id in (select g.graph_id from readable_graph g)
    and ${visibleCondition(caller)}
    and ${existsForCallerCondition}
  union all
  select r.resource_id
  from opened r
  where ${existsForCallerCondition}
) l`;
