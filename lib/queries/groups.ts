import { boolean, sql, text, textArray, type Statement } from '../data-api/sql.ts';

/** The default permissions of a group on nodegroups. */
export type GroupDefaults = {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
};

/** Sets the default permissions of a group. @returns one row where there is such a group */
export function setGroupDefaults(name: string, defaults: GroupDefaults): Statement {
  return sql`update account_group
set
  can_read = ${boolean(defaults.read)},
  can_write = ${boolean(defaults.write)},
  can_delete = ${boolean(defaults.delete)}
where name = ${text(name)}
returning name`;
}

/** The names of all groups. @returns rows of one name */
export function groupNames(): Statement {
  return sql`select g.name
from account_group g
order by g.name collate "C"`;
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
