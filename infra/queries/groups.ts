import { boolean, sql, text, textArray, type Statement } from '../../lib/data-api/sql.ts';

/** The default permissions of a group. */
export type GroupDefaults = {
  /** On nodegroups that have no grant for the group. */
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
  /** Reading who changed what; as before where it is absent. */
  readonly history?: boolean;
};

/** Sets the default permissions of a group. @returns one row where there is such a group */
export function setGroupDefaults(name: string, defaults: GroupDefaults): Statement {
  return sql`update account_group
set
  can_read = ${boolean(defaults.read)},
  can_write = ${boolean(defaults.write)},
  can_delete = ${boolean(defaults.delete)},
  can_read_history = coalesce(${boolean(defaults.history ?? null)}, can_read_history)
where name = ${text(name)}
returning name`;
}

/** Says whether the members of a group may do everything. @returns one row where there is such a group */
export function setGroupAdministrators(name: string, areAdministrators: boolean): Statement {
  return sql`update account_group
set is_administrator = ${boolean(areAdministrators)}
where name = ${text(name)}
returning name`;
}

/** The names of all groups. @returns rows of one name */
export function groupNames(): Statement {
  return sql`select g.name
from account_group g
order by g.name collate "C"`;
}

/** All groups. @returns rows of id, name, members, read, write, delete, read history, whether its members may do everything */
export function listGroups(): Statement {
  return sql`select
  g.account_group_id,
  g.name,
  (select count(*) from group_member m where m.account_group_id = g.account_group_id),
  g.can_read,
  g.can_write,
  g.can_delete,
  g.can_read_history,
  g.is_administrator
from account_group g
order by g.name collate "C"`;
}

/** Makes a group that may do nothing. @returns one row of its id; none where there is one of that name */
export function createGroup(name: string): Statement {
  return sql`insert into account_group (name)
values (${text(name)})
on conflict (name) do nothing
returning account_group_id`;
}

/**
 * Deletes a group with its memberships and grants, unless it is one of the ten that every instance has: these came with
 * the first migration and have the ids 1 to 10.
 * @returns one row: whether it was deleted, memberships, grants; or none
 */
export function deleteGroup(name: string): Statement {
  return sql`with named as (
  select g.account_group_id
  from account_group g
  where g.name = ${text(name)}
),
deleted as (
  delete from account_group g
  using named n
  where g.account_group_id = n.account_group_id
    and g.account_group_id > 10
  returning g.account_group_id
)
select
  exists (select from deleted),
  (select count(*) from group_member m where m.account_group_id = n.account_group_id),
  (select count(*) from nodegroup_grant g where g.account_group_id = n.account_group_id)
    + (select count(*) from resource_grant g where g.account_group_id = n.account_group_id)
from named n`;
}

/** The accounts of a list of usernames, and those names that nobody has. */
function namedAccounts(usernames: readonly string[]): Statement {
  return sql`named as (
  select distinct n.username
  from unnest(${textArray(usernames)}) as n (username)
),
known as (
  select a.account_id, a.username
  from account a
  join named n on n.username = a.username
),
unknown as (
  select n.username
  from named n
  where not exists (select from known k where k.username = n.username)
)`;
}

const unknownNames = sql`(select coalesce(jsonb_agg(u.username order by u.username collate "C"), '[]') from unknown u)::text`;

/**
 * Makes accounts members of a group: all of them, or none where one is not known.
 * @returns one row: unknown usernames as a JSON list, how many are members now that were not, whether members may do
 * everything; or none where there is no such group
 */
export function addMembers(group: string, usernames: readonly string[]): Statement {
  return sql`with ${namedAccounts(usernames)},
added as (
  insert into group_member (account_id, account_group_id)
  select k.account_id, g.account_group_id
  from known k
  join account_group g on g.name = ${text(group)}
  where not exists (select from unknown)
  on conflict (account_id, account_group_id) do nothing
  returning account_id
)
select ${unknownNames}, (select count(*) from added), g.is_administrator
from account_group g
where g.name = ${text(group)}`;
}

/**
 * Takes accounts out of a group: all of them, or none where one is not known.
 * @returns one row: unknown usernames as a JSON list, how many were members; or none where there is no such group
 */
export function removeMembers(group: string, usernames: readonly string[]): Statement {
  return sql`with ${namedAccounts(usernames)},
removed as (
  delete from group_member m
  using known k, account_group g
  where m.account_id = k.account_id
    and m.account_group_id = g.account_group_id
    and g.name = ${text(group)}
    and not exists (select from unknown)
  returning m.account_id
)
select ${unknownNames}, (select count(*) from removed)
from account_group g
where g.name = ${text(group)}`;
}

/**
 * Closes nodegroups to a group, whatever its default says.
 * @param nodegroups ids of nodegroups; unknown ones are passed over
 */
export function denyNodegroups(group: string, nodegroups: readonly string[]): Statement {
  return sql`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select n.nodegroup_id, g.account_group_id, true
from account_group g
join nodegroup n on n.nodegroup_id::text = any (${textArray(nodegroups)})
where g.name = ${text(group)}
on conflict (account_group_id, nodegroup_id) where account_group_id is not null do update
  set can_read = false, can_write = false, can_delete = false, no_access = true`;
}
