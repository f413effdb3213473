import * as z from 'zod';

import {
  rowExistsQuery,
  manyRows,
  optionalRow,
  type RowsQuery,
} from '../../../../lib/data-api/query.ts';
import {
  changeQuery,
  type ChangeQuery,
} from '../../../../lib/queries/access-changes/change-query.ts';
import { boolean, sql, text, textArray, type Statement } from '../../../../lib/data-api/sql.ts';

export type GroupDefaults = {
  /** `read`, `write` and `delete` apply to nodegroups without a grant to the group. */
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
  /** If undefined, the stored value does not change. */
  readonly history?: boolean;
};

/** The properties of a group in a recorded change. @param group its table */
function groupFacts(group: Statement): Statement {
  return sql`jsonb_build_object(
    'rights', array_remove(array[
      case when ${group}.can_read then 'read' end,
      case when ${group}.can_write then 'write' end,
      case when ${group}.can_delete then 'delete' end,
      case when ${group}.can_read_history then 'history' end
    ], null),
    'is_administrator', ${group}.is_administrator
  )`;
}

/** Changes a group. @param assignments of `update`, for the group `g` @returns whether the group exists */
function changeGroup(name: string, assignments: Statement): ChangeQuery<boolean> {
  return changeQuery(
    'group-changed',
    {
      tables: sql`current as materialized (
  select g.*
  from account_group g
  where g.name = ${text(name)}
  for no key update
),
changed as (
  update account_group g
  set ${assignments}
  from current c
  where g.account_group_id = c.account_group_id
  returning g.account_group_id, g.name, ${groupFacts(sql`c`)} as before, ${groupFacts(sql`g`)} as after
)`,
      changes: sql`select c.account_group_id::text as target_id, c.name as target, c.before, c.after
    from changed c`,
      result: sql`select c.name
from changed c`,
    },
    rowExistsQuery,
  );
}

/** Sets the default permissions of a group. @returns whether the group exists */
export function setGroupDefaults(name: string, defaults: GroupDefaults): ChangeQuery<boolean> {
  return changeGroup(
    name,
    sql`
    can_read = ${boolean(defaults.read)},
    can_write = ${boolean(defaults.write)},
    can_delete = ${boolean(defaults.delete)},
    can_read_history = coalesce(${boolean(defaults.history ?? null)}, g.can_read_history)`,
  );
}

/** Sets whether the members of a group are administrators. @returns whether the group exists */
export function setIsAdministratorGroup(
  name: string,
  areAdministrators: boolean,
): ChangeQuery<boolean> {
  return changeGroup(name, sql`is_administrator = ${boolean(areAdministrators)}`);
}

export function listGroupNames(): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_json(g.name)::text
from account_group g
order by g.name collate "C"`,
    z.string(),
  );
}

const listedGroupSchema = z
  .object({
    id: z.number(),
    name: z.string(),
    members: z.number(),
    read: z.boolean(),
    write: z.boolean(),
    delete: z.boolean(),
    history: z.boolean(),
    isAdministrator: z.boolean(),
  })
  .readonly();

export type ListedGroup = z.infer<typeof listedGroupSchema>;

export function listGroups(): RowsQuery<readonly ListedGroup[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'id', g.account_group_id,
  'name', g.name,
  'members', (select count(*) from group_member m where m.account_group_id = g.account_group_id),
  'read', g.can_read,
  'write', g.can_write,
  'delete', g.can_delete,
  'history', g.can_read_history,
  'isAdministrator', g.is_administrator
)::text
from account_group g
order by g.name collate "C"`,
    listedGroupSchema,
  );
}

/**
 * The names of the groups of an account `a`, in order, as an SQL expression of type jsonb.
 * @param memberships the table of the memberships that count
 */
export function groupNamesExpression(memberships: Statement = sql`group_member`): Statement {
  return sql`(
    select coalesce(jsonb_agg(g.name order by g.name collate "C"), '[]')
    from ${memberships} m
    join account_group g on g.account_group_id = m.account_group_id
    where m.account_id = a.account_id
  )`;
}

/** Creates a group without permissions. @returns its id; undefined if the name is taken */
export function createGroup(name: string): ChangeQuery<number | undefined> {
  return changeQuery(
    'group-created',
    {
      tables: sql`created as (
  insert into account_group (name)
  values (${text(name)})
  on conflict (name) do nothing
  returning *
)`,
      changes: sql`select
      c.account_group_id::text as target_id,
      c.name as target,
      null::jsonb as before,
      ${groupFacts(sql`c`)} as after
    from created c`,
      result: sql`select c.account_group_id::text
from created c`,
    },
    (statement) => optionalRow(statement, z.number()),
  );
}

const deletedGroupSchema = z.object({
  wasDeleted: z.boolean(),
  memberships: z.number(),
  grants: z.number(),
});

// Spatial views find their group by name. If it was deleted and created again in an instance, its id is no longer 11.
const builtInCondition = sql`g.account_group_id <= 10 or g.name = 'Spatial View Reader'`;

/**
 * Deletes a group with its memberships and grants. A built-in group, which every instance has, is not deleted.
 * @returns undefined if there is no such group
 */
export function deleteGroup(
  name: string,
): ChangeQuery<z.infer<typeof deletedGroupSchema> | undefined> {
  return changeQuery(
    'group-deleted',
    {
      tables: sql`target as materialized (
  select
    g.account_group_id,
    (select count(*) from group_member m where m.account_group_id = g.account_group_id) as memberships,
    (select count(*) from nodegroup_grant n where n.account_group_id = g.account_group_id)
      + (select count(*) from resource_grant r where r.account_group_id = g.account_group_id) as grants
  from account_group g
  where g.name = ${text(name)}
),
deleted as (
  delete from account_group g
  using target t
  where g.account_group_id = t.account_group_id
    and not (${builtInCondition})
  returning g.*, t.memberships, t.grants
)`,
      changes: sql`select
      d.account_group_id::text as target_id,
      d.name as target,
      ${groupFacts(sql`d`)} || jsonb_build_object('members', d.memberships, 'grants', d.grants) as before,
      null::jsonb as after
    from deleted d`,
      result: sql`select jsonb_build_object(
  'wasDeleted', exists (select from deleted),
  'memberships', t.memberships,
  'grants', t.grants
)::text
from target t`,
    },
    (statement) => optionalRow(statement, deletedGroupSchema),
  );
}

/** Returns the CTEs `requested_account`, the accounts with these usernames, and `unknown_name`, the usernames without an account. */
function matchUsernames(usernames: readonly string[]): Statement {
  return sql`requested_name as (
  select distinct n.username
  from unnest(${textArray(usernames)}) as n (username)
),
requested_account as (
  select a.account_id, a.username
  from account a
  join requested_name n on n.username = a.username
),
unknown_name as (
  select n.username
  from requested_name n
  where not exists (select from requested_account a where a.username = n.username)
)`;
}

const unknownNames = sql`(select coalesce(jsonb_agg(u.username order by u.username collate "C"), '[]') from unknown_name u)`;

const changedMembersSchema = z.object({
  unknown: z.array(z.string()),
  members: z.number(),
  areAdministrators: z.boolean(),
});

/** The unknown usernames and the number of changed memberships of a group. */
export type ChangedMembers = z.infer<typeof changedMembersSchema>;

/**
 * Adds members to a group, or none if a username is unknown. An imported membership that was removed follows its source again.
 * @returns undefined if there is no such group
 */
export function addMembers(
  group: string,
  usernames: readonly string[],
): ChangeQuery<ChangedMembers | undefined> {
  return changeQuery(
    'member-added',
    {
      tables: sql`${matchUsernames(usernames)},
restored as (
  delete from removed_membership r
  using requested_account a, account_group g
  where r.account_id = a.account_id
    and r.account_group_id = g.account_group_id
    and g.name = ${text(group)}
    and not exists (select from unknown_name)
  returning r.account_id
),
added as (
  insert into group_member (account_id, account_group_id, is_imported)
  select a.account_id, g.account_group_id, a.account_id in (select r.account_id from restored r)
  from requested_account a
  join account_group g on g.name = ${text(group)}
  where not exists (select from unknown_name)
  on conflict (account_id, account_group_id) do nothing
  returning account_id, account_group_id
)`,
      changes: selectMemberships(sql`added`, { before: sql`null::jsonb`, after: membershipFacts }),
      result: selectChangedMembers(group, sql`added`),
    },
    (statement) => optionalRow(statement, changedMembersSchema),
  );
}

/**
 * Removes members from a group, or none if a username is unknown. The next import does not bring an imported membership back.
 * @returns undefined if there is no such group
 */
export function removeMembers(
  group: string,
  usernames: readonly string[],
): ChangeQuery<ChangedMembers | undefined> {
  return changeQuery(
    'member-removed',
    {
      tables: sql`${matchUsernames(usernames)},
removed as (
  delete from group_member m
  using requested_account a, account_group g
  where m.account_id = a.account_id
    and m.account_group_id = g.account_group_id
    and g.name = ${text(group)}
    and not exists (select from unknown_name)
  returning m.*
),
recorded as (
  insert into removed_membership (account_id, account_group_id)
  select r.account_id, r.account_group_id
  from removed r
  where r.is_imported
  on conflict do nothing
)`,
      changes: selectMemberships(sql`removed`, {
        before: membershipFacts,
        after: sql`null::jsonb`,
      }),
      result: selectChangedMembers(group, sql`removed`),
    },
    (statement) => optionalRow(statement, changedMembersSchema),
  );
}

/** The properties of a membership in a recorded change, of the group `g`. */
const membershipFacts = sql`jsonb_build_object('group', g.name, 'group_id', g.account_group_id)`;

/** Selects the recorded change of each membership. @param memberships a table of the added or removed memberships */
function selectMemberships(
  memberships: Statement,
  { before, after }: Readonly<Record<'before' | 'after', Statement>>,
): Statement {
  return sql`select
      a.account_id::text as target_id,
      a.username as target,
      ${before} as before,
      ${after} as after
    from ${memberships} m
    join account a on a.account_id = m.account_id
    join account_group g on g.account_group_id = m.account_group_id`;
}

/** Selects the ChangedMembers. @param memberships a table expression of the added or removed memberships */
function selectChangedMembers(group: string, memberships: Statement): Statement {
  return sql`select jsonb_build_object(
  'unknown', ${unknownNames},
  'members', (select count(*) from ${memberships}),
  'areAdministrators', g.is_administrator
)::text
from account_group g
where g.name = ${text(group)}`;
}

/** Denies a group all access to nodegroups, by grants of no_access. Ignores unknown ids. */
export function denyNodegroupsToGroup(group: string, nodegroups: readonly string[]): Statement {
  return sql`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select n.nodegroup_id, g.account_group_id, true
from account_group g
join nodegroup n on n.nodegroup_id::text in (select unnest(${textArray(nodegroups)}))
where g.name = ${text(group)}
on conflict (account_group_id, nodegroup_id) where account_group_id is not null do update
  set can_read = false, can_write = false, can_delete = false, no_access = true, is_imported = false`;
}
