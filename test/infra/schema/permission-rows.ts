import * as z from 'zod';

import type { Transaction } from '../../../lib/data-api/client.ts';
import { int, json, sql, type Statement } from '../../../lib/data-api/sql.ts';
import type { Caller } from '../../../lib/model/accounts/caller.ts';
import { ownNeeds } from './permission-rules.ts';
import type { World } from './permission-world.ts';

/** A name as it is stored: one that is made of names of others has a text without them. */
function nameOf({ id, needs }: World['resources'][number]) {
  const name = { value: `name of ${id}`, ...needs };
  if (needs.resources.length === 0) return name;
  return { ...name, own: { value: `own name of ${id}`, nodegroups: ownNeeds(needs).nodegroups } };
}

/** Writes a world into an empty database, in one statement: references are checked at its end. */
export function writeWorld(world: World): Statement {
  return sql`with world as (
  select ${json(rowsOf(world))} as rows
),
group_row as (
  insert into account_group (account_group_id, name, can_read, can_write, can_delete, is_administrator)
  select g.*
  from world w
  cross join lateral jsonb_to_recordset(w.rows -> 'groups')
    as g (id integer, name text, can_read boolean, can_write boolean, can_delete boolean, is_administrator boolean)
  on conflict (account_group_id) do update
    set
      can_read = excluded.can_read,
      can_write = excluded.can_write,
      can_delete = excluded.can_delete,
      is_administrator = excluded.is_administrator
),
account_row as (
  insert into account (account_id, username, is_active, is_administrator)
  select a.id, 'account ' || a.id, a.is_active, a.is_administrator
  from world w
  cross join lateral jsonb_to_recordset(w.rows -> 'accounts')
    as a (id integer, is_active boolean, is_administrator boolean)
),
member_row as (
  insert into group_member (account_id, account_group_id)
  select m.account_id, m.group_id
  from world w
  cross join lateral jsonb_to_recordset(w.rows -> 'members') as m (account_id integer, group_id integer)
),
graph_row as (
  insert into graph (graph_id, publication_id, name, is_resource_model, source)
  select g.value::uuid, gen_random_uuid(), '"graph"', true, '{}'
  from world w
  cross join lateral jsonb_array_elements_text(w.rows -> 'graphs') g
),
nodegroup_row as (
  insert into nodegroup (
    nodegroup_id, graph_id, parent_nodegroup_id, cardinality, depth, model_position, is_hidden
  )
  select n.id, n.graph_id, n.parent_id, 'n', 0, 0, false
  from world w
  cross join lateral jsonb_to_recordset(w.rows -> 'nodegroups')
    as n (id uuid, graph_id uuid, parent_id uuid)
),
resource_row as (
  insert into resource (resource_id, graph_id, descriptors)
  select r.id, r.graph_id, r.descriptors
  from world w
  cross join lateral jsonb_to_recordset(w.rows -> 'resources')
    as r (id uuid, graph_id uuid, descriptors jsonb)
),
tile_row as (
  insert into tile (tile_id, resource_id, nodegroup_id, data)
  select gen_random_uuid(), t.resource_id, t.nodegroup_id, '{}'
  from world w
  cross join lateral jsonb_to_recordset(w.rows -> 'tiles') as t (resource_id uuid, nodegroup_id uuid)
),
resource_grant_row as (
  insert into resource_grant (
    resource_id, account_id, account_group_id, can_view, can_change, can_delete, no_access
  )
  select g.*
  from world w
  cross join lateral jsonb_to_recordset(w.rows -> 'resource_grants') as g (
    id uuid, account_id integer, group_id integer,
    can_view boolean, can_change boolean, can_delete boolean, no_access boolean
  )
)
insert into nodegroup_grant (
  nodegroup_id, account_id, account_group_id, can_read, can_write, can_delete, no_access
)
select g.*
from world w
cross join lateral jsonb_to_recordset(w.rows -> 'nodegroup_grants') as g (
  id uuid, account_id integer, group_id integer,
  can_read boolean, can_write boolean, can_delete boolean, no_access boolean
)`;
}

function rowsOf(world: World) {
  const grantRow = ({ on, to, noAccess }: World['resourceGrants' | 'nodegroupGrants'][number]) => ({
    id: on,
    account_id: to.kind === 'account' ? to.id : null,
    group_id: to.kind === 'group' ? to.id : null,
    no_access: noAccess,
  });
  return {
    groups: world.groups.map(({ id, name, defaults, isAdministrator }) => ({
      id,
      name,
      can_read: defaults.read,
      can_write: defaults.write,
      can_delete: defaults.delete,
      is_administrator: isAdministrator,
    })),
    accounts: world.accounts.map(({ id, isActive, isAdministrator }) => ({
      id,
      is_active: isActive,
      is_administrator: isAdministrator,
    })),
    members: world.accounts.flatMap(({ id, groups }) =>
      groups.map((group) => ({ account_id: id, group_id: group })),
    ),
    graphs: world.graphs,
    nodegroups: world.nodegroups.map(({ id, graphId, parentId }) => ({
      id,
      graph_id: graphId,
      parent_id: parentId,
    })),
    resources: world.resources.map((resource) => ({
      id: resource.id,
      graph_id: resource.graphId,
      descriptors: { en: { name: nameOf(resource) } },
    })),
    tiles: world.resources.flatMap(({ id, tileNodegroups }) =>
      tileNodegroups.map((nodegroupId) => ({ resource_id: id, nodegroup_id: nodegroupId })),
    ),
    nodegroup_grants: world.nodegroupGrants.map((grant) => ({
      ...grantRow(grant),
      can_read: grant.read,
      can_write: grant.write,
      can_delete: grant.delete,
    })),
    resource_grants: world.resourceGrants.map((grant) => ({
      ...grantRow(grant),
      can_view: grant.view,
      can_change: grant.change,
      can_delete: grant.delete,
    })),
  };
}

const ids = z.array(z.string());
const rights = z.record(z.string(), z.tuple([z.boolean(), z.boolean(), z.boolean()]));

const verdict = z.strictObject({
  /** [read, write, delete] by nodegroup. */
  nodegroupRights: rights,
  readableNodegroups: ids,
  /** Whether it may be seen, by resource instance with grants that count. */
  grantedResources: z.record(z.string(), z.boolean()),
  visibleResources: ids,
  /** [view, change, delete] by resource instance, of every one. */
  resourcePermissions: rights,
  isAdministrator: z.boolean(),
  /** Resource instances whose name is readable. */
  readableNames: z.array(z.string()),
  provisionalEdits: z.record(z.string(), z.string()).nullable(),
  mayReadAnything: z.boolean(),
  mayReadThesaurus: z.boolean(),
});

/** What the permission functions of the database say of a caller. */
export type Verdict = z.output<typeof verdict>;

/** Asks every permission function about a caller. */
export async function askDatabase(
  transaction: Transaction,
  caller: Caller,
  world: World,
): Promise<Verdict> {
  const edits = Object.fromEntries(world.editors.map((id) => [id, `edit of ${id}`]));
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
  'mayReadAnything', may_read_anything(${int(caller)}),
  'mayReadThesaurus', may_read_thesaurus(${int(caller)})
)::text`);
  return verdict.parse(JSON.parse(String(row?.[0])));
}
