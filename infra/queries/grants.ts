import * as z from 'zod';

import {
  hasRow,
  manyRows,
  oneRow,
  optionalRow,
  type DocumentQuery,
  type RowsQuery,
} from '../../lib/data-api/query.ts';
import { afterRows, boolean, sql, text, uuid, type Statement } from '../../lib/data-api/sql.ts';
import { isGraphNamed } from '../../lib/queries/graphs/named-graph.ts';

/** Whom a grant is for. */
export type Grantee = { readonly kind: 'account' | 'group'; readonly name: string };

/** What a grant on a nodegroup says. With `noAccess` the rights are all false. */
export type NodegroupGrant = {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
  readonly noAccess: boolean;
};

/** What a grant on a resource instance says. With `noAccess` the rights are all false. */
export type ResourceGrant = {
  readonly view: boolean;
  readonly change: boolean;
  readonly delete: boolean;
  readonly noAccess: boolean;
};

/**
 * A nodegroup in words, `graph/name`: the slug of its graph, or its id, and the alias of the node on top of it.
 * @param nodegroup the name of a row of `nodegroup`
 */
export function nodegroupPath(nodegroup: Statement): Statement {
  return sql`(
  select coalesce(g.slug, g.graph_id::text) || coalesce('/' || coalesce(c.alias, c.property_name), '')
  from graph g
  left join node c on c.node_id = ${nodegroup}.nodegroup_id
  where g.graph_id = ${nodegroup}.graph_id
)`;
}

const namedNodegroup = z.object({ id: z.string(), name: z.string() }).readonly();

/** A nodegroup by its id and in words. */
export type NamedNodegroup = z.infer<typeof namedNodegroup>;

const idAndName = sql`jsonb_build_object('id', n.nodegroup_id, 'name', ${nodegroupPath(sql`n`)})::text`;

/** The nodegroup of an id; undefined where there is none. */
export function findNodegroupById(nodegroupId: string): RowsQuery<NamedNodegroup | undefined> {
  return optionalRow(
    sql`select ${idAndName}
from nodegroup n
where n.nodegroup_id = ${uuid(nodegroupId)}`,
    namedNodegroup,
  );
}

/**
 * The nodegroups of a graph whose node on top has an alias or property name.
 * @param graph slug or id
 * @param name alias or property name; null for all nodegroups of the graph
 * @returns them in the order of the model
 */
export function findNodegroupsByName(
  graph: string,
  name: string | null,
): RowsQuery<readonly NamedNodegroup[]> {
  return manyRows(
    sql`select ${idAndName}
from nodegroup n
join graph g on g.graph_id = n.graph_id
left join node c on c.node_id = n.nodegroup_id
where ${isGraphNamed(graph)}
  and (${text(name)} is null or ${text(name)} in (c.alias, c.property_name))
order by n.model_position, n.nodegroup_id`,
    namedNodegroup,
  );
}

/** The slugs of the resource models, or ids where they have none. */
export function listModelNames(): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_json(coalesce(g.slug, g.graph_id::text))::text
from graph g
where g.is_resource_model
order by coalesce(g.slug, g.graph_id::text)`,
    z.string(),
  );
}

/** The id of a resource instance as it is stored; undefined where there is none. */
export function findResourceId(resourceId: string): RowsQuery<string | undefined> {
  return optionalRow(
    sql`select to_json(r.resource_id)::text
from resource r
where r.resource_id = ${uuid(resourceId)}`,
    z.string(),
  );
}

/** The unique index that keeps a grantee from having two grants on one thing. */
function granteeKey({ kind }: Grantee): Statement {
  return kind === 'account' ? sql`account_id` : sql`account_group_id`;
}

/** The tables of grants, with what differs: the table and id of the thing, and the names of the first two rights. */
const grantTables = {
  nodegroup: {
    grants: sql`nodegroup_grant`,
    things: sql`nodegroup`,
    thingId: sql`nodegroup_id`,
    canSee: sql`can_read`,
    canChange: sql`can_write`,
  },
  resource: {
    grants: sql`resource_grant`,
    things: sql`resource`,
    thingId: sql`resource_id`,
    canSee: sql`can_view`,
    canChange: sql`can_change`,
  },
} as const;

type Rights = {
  readonly see: boolean;
  readonly change: boolean;
  readonly delete: boolean;
  readonly noAccess: boolean;
};

/**
 * What a change of a grant locks, in the order of those who delete any of it: the nodegroup or resource instance, then what rights depend on (ADR 006),
 * then the grantee, none where nobody has the name.
 */
function lockedGrant(kind: keyof typeof grantTables, id: string, grantee: Grantee): Statement {
  const { things, thingId } = grantTables[kind];
  return sql`locked_thing as materialized (
  select t.${thingId}
  from ${things} t
  where t.${thingId} = ${uuid(id)}
  for key share
),
locked_rights as materialized (
  select c.subject
  from last_change c
  where c.subject = 'permission'
    and exists (select from locked_thing)
  for no key update
),
grantee as materialized (
  ${granteeIds(grantee)}
    and ${afterRows(sql`(select count(*) from locked_rights)`, sql`true`)}
  for key share
)`;
}

/** The ids of a grantee, one of them null; no row for a name that nobody has. */
function granteeIds({ kind, name }: Grantee): Statement {
  return kind === 'account'
    ? sql`select p.account_id, null::integer as account_group_id
  from account p
  where p.username = ${text(name)}`
    : sql`select null::integer as account_id, p.account_group_id
  from account_group p
  where p.name = ${text(name)}`;
}

function grant(
  kind: keyof typeof grantTables,
  id: string,
  grantee: Grantee,
  rights: Rights,
): RowsQuery<boolean> {
  const { grants, thingId, canSee, canChange } = grantTables[kind];
  const key = granteeKey(grantee);
  return hasRow(sql`with ${lockedGrant(kind, id, grantee)}
insert into ${grants} (
  ${thingId}, account_id, account_group_id, ${canSee}, ${canChange}, can_delete, no_access
)
select
  t.${thingId},
  p.account_id,
  p.account_group_id,
  ${boolean(rights.see)},
  ${boolean(rights.change)},
  ${boolean(rights.delete)},
  ${boolean(rights.noAccess)}
from locked_thing t
cross join grantee p
on conflict (${key}, ${thingId}) where ${key} is not null do update
  set
    ${canSee} = excluded.${canSee},
    ${canChange} = excluded.${canChange},
    can_delete = excluded.can_delete,
    no_access = excluded.no_access
returning true`);
}

/**
 * Grants rights on a nodegroup, in place of a grant that is there.
 * @returns whether the grantee and the nodegroup are known
 */
export function grantNodegroup(
  nodegroupId: string,
  grantee: Grantee,
  { read, write, ...others }: NodegroupGrant,
): RowsQuery<boolean> {
  return grant('nodegroup', nodegroupId, grantee, { see: read, change: write, ...others });
}

/**
 * Grants rights on a resource instance, in place of a grant that is there.
 * @returns whether the grantee and the resource instance are known
 */
export function grantResource(
  resourceId: string,
  grantee: Grantee,
  { view, ...others }: ResourceGrant,
): RowsQuery<boolean> {
  return grant('resource', resourceId, grantee, { see: view, ...others });
}

const removal = z.object({ isKnown: z.boolean(), wasThere: z.boolean() });

/**
 * Takes a grant away, so that the default counts again.
 * @returns whether the grantee is known, and whether there was a grant
 */
export function removeGrant(
  kind: keyof typeof grantTables,
  id: string,
  grantee: Grantee,
): RowsQuery<z.infer<typeof removal>> {
  const { grants, thingId } = grantTables[kind];
  return oneRow(
    sql`with ${lockedGrant(kind, id, grantee)},
removed as (
  delete from ${grants} g
  using grantee p
  where g.${thingId} = ${uuid(id)}
    and (g.account_id = p.account_id or g.account_group_id = p.account_group_id)
  returning 1
)
select jsonb_build_object(
  'isKnown', exists (select from grantee),
  'wasThere', exists (select from removed)
)::text`,
    removal,
  );
}

const listedGrant = z
  .object({
    kind: z.enum(['nodegroup', 'resource']),
    id: z.string(),
    name: z.string().nullable(),
    account: z.string().nullable(),
    group: z.string().nullable(),
    rights: z.record(z.string(), z.boolean()),
  })
  .readonly();

export type ListedGrant = z.output<typeof listedGrant>;

/**
 * Grants on nodegroups and resource instances.
 * @param on the id of a nodegroup or resource instance; null for all
 */
export function listGrants(on: string | null): DocumentQuery<readonly ListedGrant[]> {
  const listed = sql`select
    'nodegroup' as kind,
    n.nodegroup_id as id,
    ${nodegroupPath(sql`n`)} as name,
    t.account_id,
    t.account_group_id,
    jsonb_build_object(
      'read', t.can_read, 'write', t.can_write, 'delete', t.can_delete, 'no_access', t.no_access
    ) as rights
  from nodegroup_grant t
  join nodegroup n on n.nodegroup_id = t.nodegroup_id
  where ${uuid(on)} is null
    or n.nodegroup_id = ${uuid(on)}
  union all
  select
    'resource',
    t.resource_id,
    null,
    t.account_id,
    t.account_group_id,
    jsonb_build_object(
      'view', t.can_view, 'change', t.can_change, 'delete', t.can_delete, 'no_access', t.no_access
    )
  from resource_grant t
  where ${uuid(on)} is null
    or t.resource_id = ${uuid(on)}`;
  return {
    lines: sql`select
    row_number() over (order by l.kind, l.name, l.id, l.account_id, l.account_group_id) as position,
    jsonb_build_object(
      'kind', l.kind, 'id', l.id, 'name', l.name, 'account', a.username, 'group', g.name, 'rights', l.rights
    )::text as line
  from (${listed}) l
  left join account a on a.account_id = l.account_id
  left join account_group g on g.account_group_id = l.account_group_id`,
    read: (lines) => lines.map((line) => listedGrant.parse(JSON.parse(line))),
  };
}
