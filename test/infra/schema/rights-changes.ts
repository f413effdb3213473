import fc from 'fast-check';

import { grantResource } from '../../../infra/cli/rights/queries/grants.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import {
  boolean,
  int,
  json,
  rawSql,
  sql,
  uuid,
  type Statement,
} from '../../../lib/data-api/sql.ts';

/** A change of the data that rights depend on, in one statement. It may find nothing to change. */
export type Change = { readonly title: string; readonly statement: Statement };

const accountCount = 12;
/** The ids of groups in addition to the ten groups of every instance. */
const extraGroups = [21, 22, 23, 24];
const graphCount = 3;
const nodegroupsPerGraph = 6;

function id(kind: number, number: number): string {
  return `00000000-0000-4000-900${kind}-${String(number).padStart(12, '0')}`;
}

const graphId = (graph: number): string => id(1, graph);
/** The first nodegroup of a graph lies above the next two, the second above the fourth. */
const parentOf = (position: number): number | null => [null, 0, 0, 1, null, null][position] ?? null;
const nodegroupId = (graph: number, position: number): string =>
  id(2, graph * nodegroupsPerGraph + position);
const resourceId = (graph: number): string => id(3, graph);

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number);
}

const nodegroups = range(graphCount).flatMap((graph) =>
  range(nodegroupsPerGraph).map((position) => {
    const parent = parentOf(position);
    return {
      id: nodegroupId(graph, position),
      graph_id: graphId(graph),
      parent_id: parent === null ? null : nodegroupId(graph, parent),
    };
  }),
);

/** Inserts models with some resource instances, and groups and accounts without any right. */
export async function prepareWorld(dataApi: DataApi): Promise<void> {
  await dataApi.write(sql`with wanted_graph as (
  insert into graph (graph_id, publication_id, name, is_resource_model, source)
  select g.value::uuid, gen_random_uuid(), '"graph"', true, '{}'
  from jsonb_array_elements_text(${json([...range(graphCount).map(graphId), systemSettingsGraph])}) g
),
wanted_resource as (
  insert into resource (resource_id, graph_id)
  select r.id, r.graph_id
  from jsonb_to_recordset(${json(range(graphCount).map((graph) => ({ id: resourceId(graph), graph_id: graphId(graph) })))})
    as r (id uuid, graph_id uuid)
),
wanted_group as (
  insert into account_group (account_group_id, name)
  select g.value::integer, 'group ' || g.value
  from jsonb_array_elements_text(${json(extraGroups)}) g
)
insert into account (account_id, username)
select a, 'account ' || a
from generate_series(1, ${int(accountCount)}) a`);
  await dataApi.write(insertNodegroups(nodegroups));
  await dataApi.write(
    insertNodegroups([{ id: id(2, 999), graph_id: systemSettingsGraph, parent_id: null }]),
  );
}

const systemSettingsGraph = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';

function insertNodegroups(rows: readonly object[]): Statement {
  return sql`insert into nodegroup (nodegroup_id, graph_id, parent_nodegroup_id, cardinality, depth, model_position, is_hidden)
select n.id, n.graph_id, n.parent_id, 'n', 0, 0, false
from jsonb_to_recordset(${json(rows)}) as n (id uuid, graph_id uuid, parent_id uuid)
on conflict (nodegroup_id) do update
  set parent_nodegroup_id = excluded.parent_nodegroup_id`;
}

const account = fc.integer({ min: 1, max: accountCount });
/** Guest, Resource Editor, Resource Reviewer, and the extra groups. */
const group = fc.constantFrom(1, 2, 3, ...extraGroups);
const nodegroup = fc.constantFrom(...nodegroups.map((one) => one.id), id(2, 999));
const anyBoolean = fc.boolean();
/** True in one of six cases. */
const rarelyTrue = fc.nat({ max: 5 }).map((value) => value === 5);

const membership = fc.record({ account, group }).map(({ account: accountId, group: groupId }) => ({
  title: `account ${accountId} joins group ${groupId}`,
  statement: sql`insert into group_member (account_id, account_group_id)
select a.account_id, g.account_group_id
from account a
cross join account_group g
where a.account_id = ${int(accountId)}
  and g.account_group_id = ${int(groupId)}
on conflict do nothing`,
}));

const membershipEnd = fc
  .record({ account, group })
  .map(({ account: accountId, group: groupId }) => ({
    title: `account ${accountId} leaves group ${groupId}`,
    statement: sql`delete from group_member
where account_id = ${int(accountId)}
  and account_group_id = ${int(groupId)}`,
  }));

const membershipMove = fc
  .record({ account, group, to: group })
  .map(({ account: accountId, group: groupId, to }) => ({
    title: `account ${accountId} moves from group ${groupId} to ${to}`,
    statement: sql`update group_member m
set account_group_id = g.account_group_id
from account_group g
where m.account_id = ${int(accountId)}
  and m.account_group_id = ${int(groupId)}
  and g.account_group_id = ${int(to)}
  and not exists (
    select
    from group_member other
    where other.account_id = m.account_id
      and other.account_group_id = g.account_group_id
  )`,
  }));

const defaults = fc
  .record({ group, read: anyBoolean, write: anyBoolean, remove: anyBoolean })
  .map(({ group: groupId, read, write, remove }) => ({
    title: `group ${groupId} gets the defaults ${read} ${write} ${remove}`,
    statement: sql`update account_group
set can_read = ${boolean(read)}, can_write = ${boolean(write)}, can_delete = ${boolean(remove)}
where account_group_id = ${int(groupId)}`,
  }));

const grant = fc
  .record({
    nodegroup,
    principal: fc.oneof(
      account.map((accountId) => ({ account: accountId, group: null })),
      group.map((groupId) => ({ account: null, group: groupId })),
    ),
    read: anyBoolean,
    write: anyBoolean,
    remove: anyBoolean,
    noAccess: rarelyTrue,
  })
  .map(({ nodegroup: target, principal, read, write, remove, noAccess }) => ({
    title: `${JSON.stringify(principal)} is granted ${read} ${write} ${remove} ${noAccess} on ${target}`,
    statement: sql`insert into nodegroup_grant (nodegroup_id, account_id, account_group_id, can_read, can_write, can_delete, no_access)
select n.nodegroup_id, a.account_id, g.account_group_id, ${boolean(read)}, ${boolean(write)}, ${boolean(remove)}, ${boolean(noAccess)}
from nodegroup n
left join account a on a.account_id = ${int(principal.account)}
left join account_group g on g.account_group_id = ${int(principal.group)}
where n.nodegroup_id = ${uuid(target)}
  and num_nonnulls(a.account_id, g.account_group_id) = 1
${
  principal.account === null
    ? sql`on conflict (account_group_id, nodegroup_id) where account_group_id is not null`
    : sql`on conflict (account_id, nodegroup_id) where account_id is not null`
} do update
  set can_read = excluded.can_read, can_write = excluded.can_write, can_delete = excluded.can_delete, no_access = excluded.no_access`,
  }));

const revocation = fc
  .record({ account, group, ofAccount: anyBoolean })
  .map(({ account: accountId, group: groupId, ofAccount }) => ({
    title: ofAccount
      ? `account ${accountId} loses its grants`
      : `group ${groupId} loses its grants`,
    statement: ofAccount
      ? sql`delete from nodegroup_grant where account_id = ${int(accountId)}`
      : sql`delete from nodegroup_grant where account_group_id = ${int(groupId)}`,
  }));

const grantTransfer = fc.record({ account, to: account }).map(({ account: accountId, to }) => ({
  title: `the grants of account ${accountId} go to account ${to}`,
  statement: sql`update nodegroup_grant g
set account_id = a.account_id
from account a
where g.account_id = ${int(accountId)}
  and a.account_id = ${int(to)}
  and not exists (
    select
    from nodegroup_grant other
    where other.account_id = a.account_id
      and other.nodegroup_id = g.nodegroup_id
  )`,
}));

/** The statement of the service, because it takes its locks in the order of deletions. */
const resourceGrant = fc
  .record({
    graph: fc.nat({ max: graphCount - 1 }),
    account,
    view: anyBoolean,
    noAccess: rarelyTrue,
  })
  .map(({ graph, account: accountId, view, noAccess }) => ({
    title: `account ${accountId} is granted ${view} ${noAccess} on a resource instance of graph ${graph}`,
    statement: grantResource(
      resourceId(graph),
      { kind: 'account', name: `account ${accountId}` },
      { view, change: false, delete: false, noAccess },
    ),
  }));

const accountStatus = fc
  .record({ account, isActive: anyBoolean, isAdministrator: rarelyTrue })
  .map(({ account: accountId, isActive, isAdministrator }) => ({
    title: `account ${accountId} is active: ${isActive}, administrator: ${isAdministrator}`,
    statement: sql`update account
set is_active = ${boolean(isActive)}, is_administrator = ${boolean(isAdministrator)}
where account_id = ${int(accountId)}`,
  }));

const accountCreation = account.map((accountId) => ({
  title: `account ${accountId} is created again`,
  statement: sql`with former as (
  delete from account
  where account_id = ${int(accountId)}
)
insert into account (account_id, username)
select a, 'account ' || a
from generate_series(1, ${int(accountCount)}) a
where not exists (select from account o where o.account_id = a)
on conflict do nothing`,
}));

const accountDeletion = account.map((accountId) => ({
  title: `account ${accountId} is deleted`,
  statement: sql`delete from account where account_id = ${int(accountId)}`,
}));

const groupDeletion = fc.constantFrom(...extraGroups).map((groupId) => ({
  title: `group ${groupId} is deleted`,
  statement: sql`delete from account_group where account_group_id = ${int(groupId)}`,
}));

const groupCreation = fc.constantFrom(...extraGroups).map((groupId) => ({
  title: `group ${groupId} is created again`,
  statement: sql`insert into account_group (account_group_id, name, can_read)
values (${int(groupId)}, 'group ' || ${int(groupId)}, true)
on conflict do nothing`,
}));

const guestRenaming: fc.Arbitrary<Change> = fc.constant({
  title: 'the group Guest is renamed',
  statement: rawSql(
    "update account_group set name = 'group ' || account_group_id where name = 'Guest'",
  ),
});

const guestReplacement = fc.constantFrom(1, ...extraGroups).map((groupId) => ({
  title: `group ${groupId} becomes Guest if there is no Guest`,
  statement: sql`update account_group
set name = 'Guest'
where account_group_id = ${int(groupId)}
  and not exists (select from account_group o where o.name = 'Guest')`,
}));

const nodegroupDeletion = nodegroup.map((target) => ({
  title: `nodegroup ${target} is deleted`,
  statement: sql`delete from nodegroup where nodegroup_id = ${uuid(target)}`,
}));

const nodegroupImport: fc.Arbitrary<Change> = fc.constant({
  title: 'all nodegroups are imported again',
  statement: insertNodegroups(nodegroups),
});

const nodegroupMove = fc
  .record({ graph: fc.nat({ max: graphCount - 1 }), position: fc.integer({ min: 4, max: 5 }) })
  .map(({ graph, position }) => ({
    title: `nodegroup ${position} of graph ${graph} moves below the first`,
    statement: sql`update nodegroup n
set parent_nodegroup_id = p.nodegroup_id
from nodegroup p
where n.nodegroup_id = ${uuid(nodegroupId(graph, position))}
  and p.nodegroup_id = ${uuid(nodegroupId(graph, 0))}`,
  }));

/** Changes of one object. */
export const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: grant },
  { weight: 3, arbitrary: membership },
  membershipEnd,
  membershipMove,
  { weight: 2, arbitrary: defaults },
  revocation,
  grantTransfer,
  resourceGrant,
  accountStatus,
  accountCreation,
  accountDeletion,
  groupDeletion,
  { weight: 2, arbitrary: groupCreation },
  nodegroupDeletion,
  { weight: 2, arbitrary: nodegroupImport },
  nodegroupMove,
);

const manyMemberships = group.map((groupId) => ({
  title: `every account joins group ${groupId}`,
  statement: sql`insert into group_member (account_id, account_group_id)
select a.account_id, g.account_group_id
from account a
join account_group g on g.account_group_id = ${int(groupId)}
on conflict do nothing`,
}));

const manyGrants = fc
  .record({ noAccess: rarelyTrue, account })
  .map(({ noAccess, account: accountId }) => ({
    title: `account ${accountId} is granted reading of every other nodegroup, no access: ${noAccess}`,
    statement: sql`insert into nodegroup_grant (nodegroup_id, account_id, can_read, no_access)
select n.nodegroup_id, a.account_id, true, ${boolean(noAccess)}
from (select n.*, row_number() over (order by n.nodegroup_id) as place from nodegroup n) n
join account a on a.account_id = ${int(accountId)}
where n.place % 2 = 0
on conflict do nothing`,
  }));

const accountsWithGrants: fc.Arbitrary<Change> = fc.constant({
  title: 'missing accounts and groups are created with memberships and grants in one statement',
  statement: sql`with newcomer as (
  insert into account (account_id, username)
  select a, 'account ' || a
  from generate_series(1, ${int(accountCount)}) a
  where not exists (select from account o where o.account_id = a)
  on conflict do nothing
  returning account_id
),
joining as (
  insert into group_member (account_id, account_group_id)
  select n.account_id, 2
  from newcomer n
)
insert into nodegroup_grant (nodegroup_id, account_id, can_write)
select g.nodegroup_id, n.account_id, true
from newcomer n
cross join (select nodegroup_id from nodegroup order by nodegroup_id limit 2) g`,
});

const endOfMemberships: fc.Arbitrary<Change> = fc.constant({
  title: 'every membership ends',
  statement: rawSql('delete from group_member'),
});

const allDefaults = anyBoolean.map((read) => ({
  title: `every group reads by default: ${read}`,
  statement: sql`update account_group set can_read = ${boolean(read)}`,
}));

const endOfGrants: fc.Arbitrary<Change> = fc.constant({
  title: 'every grant is removed',
  statement: rawSql('delete from nodegroup_grant'),
});

const graphNodegroupDeletion = fc.nat({ max: graphCount - 1 }).map((graph) => ({
  title: `the nodegroups of graph ${graph} are deleted`,
  statement: sql`delete from nodegroup where graph_id = ${uuid(graphId(graph))}`,
}));

/** Changes of many rows in one statement. */
export const bulkChanges: fc.Arbitrary<Change> = fc.oneof(
  { weight: 2, arbitrary: manyMemberships },
  { weight: 3, arbitrary: manyGrants },
  { weight: 2, arbitrary: accountsWithGrants },
  endOfMemberships,
  allDefaults,
  endOfGrants,
  graphNodegroupDeletion,
  { weight: 2, arbitrary: nodegroupImport },
  guestRenaming,
  { weight: 2, arbitrary: guestReplacement },
);
