import { boolean, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { pickOne, onceIn, type Draw } from '../../random/draw.ts';
import { siteNodegroups } from '../../world/sites/site-model.ts';
import { readerGroup } from '../../world/reader-group.ts';
import { selectRandomKey, createStatementEdit, type DrawEdit } from './edit.ts';

/** Mostly draws the group of the readers. The rights of other groups must not change spatial views. */
const drawGroup = (draw: Draw): string =>
  pickOne(draw, [readerGroup, readerGroup, readerGroup, 'Guest', 'Resource Editor']);
const drawSeldomTrue = (draw: Draw) => boolean(onceIn(draw, 5));
const drawMostlyTrue = (draw: Draw) => boolean(!onceIn(draw, 5));

const changeDefaults: DrawEdit = (draw) => {
  const group = drawGroup(draw);
  return createStatementEdit(
    `${group} gets other defaults`,
    sql`update account_group set can_read = ${drawMostlyTrue(draw)} where name = ${text(group)}`,
  );
};

const changeAdministrators: DrawEdit = (draw) =>
  createStatementEdit(
    'the readers become administrators, or ordinary users',
    sql`update account_group set is_administrator = ${drawSeldomTrue(draw)} where name = ${text(readerGroup)}`,
  );

const grantNodegroup: DrawEdit = (draw) => {
  const nodegroup = pickOne(draw, Object.values(siteNodegroups));
  const group = drawGroup(draw);
  return createStatementEdit(
    `${group} gets a grant on ${nodegroup}`,
    sql`insert into nodegroup_grant (nodegroup_id, account_group_id, can_read, no_access)
select ${uuid(nodegroup)}, g.account_group_id, ${drawMostlyTrue(draw)}, ${drawSeldomTrue(draw)}
from account_group g
where g.name = ${text(group)}
on conflict (account_group_id, nodegroup_id) where account_group_id is not null do update
  set can_read = excluded.can_read, no_access = excluded.no_access`,
  );
};

const revokeNodegroup: DrawEdit = (draw) =>
  createStatementEdit(
    'the grants on a nodegroup are revoked',
    sql`delete from nodegroup_grant where nodegroup_id = ${uuid(pickOne(draw, Object.values(siteNodegroups)))}`,
  );

const revokeAllNodegroups: DrawEdit = () =>
  createStatementEdit('all grants on nodegroups are revoked', sql`delete from nodegroup_grant`);

const grantResource: DrawEdit = (draw) => {
  const group = drawGroup(draw);
  return createStatementEdit(
    `${group} gets a grant on a resource instance`,
    sql`insert into resource_grant (resource_id, account_group_id, can_view, no_access)
select r.resource_id, g.account_group_id, ${boolean(onceIn(draw, 2))}, ${drawSeldomTrue(draw)}
from account_group g
cross join resource r
where g.name = ${text(group)}
  and r.resource_id = ${selectRandomKey(draw, 'resource', 'resource_id')}
on conflict (account_group_id, resource_id) where account_group_id is not null do update
  set can_view = excluded.can_view, no_access = excluded.no_access`,
  );
};

const revokeResource: DrawEdit = (draw) =>
  createStatementEdit(
    'the grants on a resource instance are revoked',
    sql`delete from resource_grant where resource_id = ${selectRandomKey(draw, 'resource_grant', 'resource_id')}`,
  );

const addMember: DrawEdit = (draw) => {
  const group = drawGroup(draw);
  return createStatementEdit(
    `an account joins ${group}`,
    sql`insert into group_member (account_id, account_group_id)
select a.account_id, g.account_group_id
from account a
cross join account_group g
where g.name = ${text(group)}
  and a.account_id = ${selectRandomKey(draw, 'account', 'account_id')}
on conflict do nothing`,
  );
};

const removeMembers: DrawEdit = (draw) => {
  const group = pickOne(draw, [readerGroup, 'Guest']);
  return createStatementEdit(
    `everybody leaves ${group}`,
    sql`delete from group_member m
using account_group g
where g.account_group_id = m.account_group_id
  and g.name = ${text(group)}`,
  );
};

/** Edits of the rights of readers, with their weights. */
export const rightsEdits: readonly (readonly [times: number, draw: DrawEdit])[] = [
  [3, changeDefaults],
  [1, changeAdministrators],
  [4, grantNodegroup],
  [2, revokeNodegroup],
  [1, revokeAllNodegroups],
  [3, grantResource],
  [1, revokeResource],
  [1, addMember],
  [1, removeMembers],
];
