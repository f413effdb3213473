import * as z from 'zod';

import { rowExistsQuery, oneRow, type DocumentQuery } from '../../../../lib/data-api/query.ts';
import {
  afterRows,
  boolean,
  sql,
  text,
  uuid,
  type Statement,
} from '../../../../lib/data-api/sql.ts';
import {
  changeQuery,
  type ChangeQuery,
} from '../../../../lib/queries/access-changes/change-query.ts';
import { nodegroupPath } from './grant-targets.ts';

export type Grantee = { readonly kind: 'account' | 'group'; readonly name: string };

/** With `noAccess` all rights are false. */
export type NodegroupGrant = {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
  readonly noAccess: boolean;
};

/** With `noAccess` all rights are false. */
export type ResourceGrant = {
  readonly view: boolean;
  readonly change: boolean;
  readonly delete: boolean;
  readonly noAccess: boolean;
};

/** Returns the column of a grant that refers to the grantee. */
function granteeColumn({ kind }: Grantee): Statement {
  return kind === 'account' ? sql`account_id` : sql`account_group_id`;
}

/**
 * The differences between the two tables of grants: `targets` is the table that grants refer to, `lock` how its rows are locked,
 * `canView` and `canChange` are the columns of the first two rights, whose names are `rights`.
 */
export const grantTables = {
  nodegroup: {
    grants: sql`nodegroup_grant`,
    targets: sql`nodegroup`,
    targetId: sql`nodegroup_id`,
    lock: sql`for key share`,
    canView: sql`can_read`,
    canChange: sql`can_write`,
    rights: [sql`'read'`, sql`'write'`],
  },
  resource: {
    grants: sql`resource_grant`,
    targets: sql`resource`,
    targetId: sql`resource_id`,
    // Not weaker than the lock that the triggers of the grant take afterwards, for the rights on its features.
    lock: sql`for no key update`,
    canView: sql`can_view`,
    canChange: sql`can_change`,
    rights: [sql`'view'`, sql`'change'`],
  },
} as const;

type Rights = {
  readonly view: boolean;
  readonly change: boolean;
  readonly delete: boolean;
  readonly noAccess: boolean;
};

/**
 * Returns CTEs that lock what a grant depends on, in the same order as deletions, to prevent deadlocks: the nodegroup or resource
 * instance, the lock of all rights (ADR 006), and the grantee, if it exists.
 */
function lockGrantObjects(kind: keyof typeof grantTables, id: string, grantee: Grantee): Statement {
  const { targets, targetId, lock } = grantTables[kind];
  return sql`locked_target as materialized (
  select t.${targetId}
  from ${targets} t
  where t.${targetId} = ${uuid(id)}
  ${lock}
),
locked_rights as materialized (
  select c.subject
  from last_change c
  where c.subject = 'permission'
    and exists (select from locked_target)
  for no key update
),
grantee as materialized (
  ${selectGranteeIds(grantee)}
    and ${afterRows(sql`(select count(*) from locked_rights)`, sql`true`)}
  for key share
)`;
}

/** Selects the two ids of a grantee, one of which is null. Selects no row for an unknown name. */
function selectGranteeIds({ kind, name }: Grantee): Statement {
  return kind === 'account'
    ? sql`select a.account_id, null::integer as account_group_id
  from account a
  where a.username = ${text(name)}`
    : sql`select null::integer as account_id, g.account_group_id
  from account_group g
  where g.name = ${text(name)}`;
}

/**
 * Records that imported grants are changed or removed in this service, so that the next import does not bring them back.
 * @param grants the query for the grants before the change
 */
function recordOverriddenGrants(grants: Statement, targetId: Statement): Statement {
  return sql`insert into overridden_grant (target_id, account_id, account_group_id)
  select o.${targetId}, o.account_id, o.account_group_id
  from (
    ${grants}
  ) o
  where o.is_imported
  on conflict do nothing`;
}

/** Selects the recorded change of a grant. @param changed a table with the former and the new grant, or one of them, as jsonb */
function selectChange(
  kind: keyof typeof grantTables,
  id: string,
  grantee: Grantee,
  changed: Statement,
): Statement {
  const target =
    kind === 'nodegroup'
      ? sql`(select ${nodegroupPath(sql`n`)} from nodegroup n where n.nodegroup_id = ${uuid(id)})`
      : sql`${uuid(id)}::text`;
  return sql`select
      ${uuid(id)}::text as target_id,
      ${target} || ${text(`, ${grantee.kind} ${grantee.name}`)} as target,
      c.before,
      c.after
    from ${changed} c`;
}

/** The properties of a grant in a recorded change. @param grant its table */
export function grantFacts(kind: keyof typeof grantTables, grant: Statement): Statement {
  const { canView, canChange, rights } = grantTables[kind];
  const [view, change] = rights;
  return sql`jsonb_build_object(
    'rights', array_remove(array[
      case when ${grant}.${canView} then ${view} end,
      case when ${grant}.${canChange} then ${change} end,
      case when ${grant}.can_delete then 'delete' end,
      case when ${grant}.no_access then 'no_access' end
    ], null),
    'account_id', ${grant}.account_id,
    'group_id', ${grant}.account_group_id
  )`;
}

function upsertGrant(
  kind: keyof typeof grantTables,
  id: string,
  grantee: Grantee,
  rights: Rights,
): ChangeQuery<boolean> {
  const { grants, targetId, canView, canChange } = grantTables[kind];
  const key = granteeColumn(grantee);
  return changeQuery(
    `${kind}-grant-changed`,
    {
      tables: sql`${lockGrantObjects(kind, id, grantee)},
stored as materialized (
  select g.*
  from ${grants} g
  join grantee p on (g.account_id = p.account_id or g.account_group_id = p.account_group_id)
  where g.${targetId} = ${uuid(id)}
),
overridden as (
  ${recordOverriddenGrants(
    sql`select s.*
    from stored s`,
    targetId,
  )}
),
granted as (
  insert into ${grants} (
    ${targetId}, account_id, account_group_id, ${canView}, ${canChange}, can_delete, no_access
  )
  select
    t.${targetId},
    p.account_id,
    p.account_group_id,
    ${boolean(rights.view)},
    ${boolean(rights.change)},
    ${boolean(rights.delete)},
    ${boolean(rights.noAccess)}
  from locked_target t
  cross join grantee p
  on conflict (${key}, ${targetId}) where ${key} is not null do update
    set
      ${canView} = excluded.${canView},
      ${canChange} = excluded.${canChange},
      can_delete = excluded.can_delete,
      no_access = excluded.no_access,
      is_imported = false
  returning *
)`,
      changes: selectChange(
        kind,
        id,
        grantee,
        sql`(
      select (select ${grantFacts(kind, sql`s`)} from stored s) as before, ${grantFacts(kind, sql`g`)} as after
      from granted g
    )`,
      ),
      result: sql`select true
from granted`,
    },
    rowExistsQuery,
  );
}

/**
 * Grants rights on a nodegroup, replacing a previous grant.
 * @returns whether grantee and nodegroup exist
 */
export function grantNodegroup(
  nodegroupId: string,
  grantee: Grantee,
  { read, write, ...otherRights }: NodegroupGrant,
): ChangeQuery<boolean> {
  return upsertGrant('nodegroup', nodegroupId, grantee, {
    view: read,
    change: write,
    ...otherRights,
  });
}

/**
 * Grants rights on a resource instance, replacing a previous grant.
 * @returns whether grantee and resource instance exist
 */
export function grantResource(
  resourceId: string,
  grantee: Grantee,
  rights: ResourceGrant,
): ChangeQuery<boolean> {
  return upsertGrant('resource', resourceId, grantee, rights);
}

const removalSchema = z.object({ granteeExists: z.boolean(), wasRemoved: z.boolean() });

/**
 * Removes a grant, so that the default applies again.
 * @returns whether the grantee exists, and whether there was a grant
 */
export function removeGrant(
  kind: keyof typeof grantTables,
  id: string,
  grantee: Grantee,
): ChangeQuery<z.infer<typeof removalSchema>> {
  const { grants, targetId } = grantTables[kind];
  return changeQuery(
    `${kind}-grant-removed`,
    {
      tables: sql`${lockGrantObjects(kind, id, grantee)},
removed as (
  delete from ${grants} g
  using grantee p
  where g.${targetId} = ${uuid(id)}
    and (g.account_id = p.account_id or g.account_group_id = p.account_group_id)
  returning g.*
),
overridden as (
  ${recordOverriddenGrants(
    sql`select r.*
    from removed r`,
    targetId,
  )}
)`,
      changes: selectChange(
        kind,
        id,
        grantee,
        sql`(
      select ${grantFacts(kind, sql`r`)} as before, null::jsonb as after
      from removed r
    )`,
      ),
      result: sql`select jsonb_build_object(
  'granteeExists', exists (select from grantee),
  'wasRemoved', exists (select from removed)
)::text`,
    },
    (statement) => oneRow(statement, removalSchema),
  );
}

const listedGrantSchema = z
  .object({
    kind: z.enum(['nodegroup', 'resource']),
    id: z.string(),
    name: z.string().nullable(),
    account: z.string().nullable(),
    group: z.string().nullable(),
    rights: z.record(z.string(), z.boolean()),
  })
  .readonly();

export type ListedGrant = z.output<typeof listedGrantSchema>;

/** Lists grants. @param targetId a nodegroup or resource instance; null for all */
export function listGrants(targetId: string | null): DocumentQuery<readonly ListedGrant[]> {
  const selectGrants = sql`select
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
  where ${uuid(targetId)} is null
    or n.nodegroup_id = ${uuid(targetId)}
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
  where ${uuid(targetId)} is null
    or t.resource_id = ${uuid(targetId)}`;
  return {
    lines: sql`select
    row_number() over (order by l.kind, l.name, l.id, l.account_id, l.account_group_id) as position,
    jsonb_build_object(
      'kind', l.kind, 'id', l.id, 'name', l.name, 'account', a.username, 'group', g.name, 'rights', l.rights
    )::text as line
  from (${selectGrants}) l
  left join account a on a.account_id = l.account_id
  left join account_group g on g.account_group_id = l.account_group_id`,
    parse: (lines) => lines.map((line) => listedGrantSchema.parse(JSON.parse(line))),
  };
}
