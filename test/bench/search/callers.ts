import { searchModels } from './model.ts';

/** The statements that give Guest the rights of a caller. */
export type BenchCaller = { readonly name: string; readonly statements: readonly string[] };

const setDefault = (canRead: boolean): string =>
  `update account_group set can_read = ${canRead} where name = 'Guest'`;

const deleteGrants = [
  "delete from nodegroup_grant where account_group_id = (select account_group_id from account_group where name = 'Guest')",
  'delete from resource_grant',
];

export const readEverything: readonly string[] = [...deleteGrants, setDefault(true)];

/** Guest may read these nodegroups only. */
export const readNodegroups = (ids: readonly string[]): readonly string[] => [
  ...deleteGrants,
  setDefault(false),
  `insert into nodegroup_grant (nodegroup_id, account_group_id, can_read)
select n.nodegroup_id::uuid, g.account_group_id, true
from unnest(array['${ids.join("', '")}']) as n (nodegroup_id)
cross join account_group g
where g.name = 'Guest'`,
];

/** Guest may read the names of the first models only. */
const readModels = (count: number): readonly string[] =>
  readNodegroups(searchModels.slice(0, count).map(({ nodegroupId }) => nodegroupId));

/** Grants close all resource instances to Guest except one in a number. */
export const closeResources = (oneIn: number): readonly string[] => [
  ...deleteGrants,
  setDefault(true),
  `insert into resource_grant (resource_id, account_group_id, no_access)
select r.resource_id, g.account_group_id, true
from resource r
cross join account_group g
where g.name = 'Guest'
  and abs(hashtext(r.resource_id::text)) % ${oneIn} > 0`,
  // Grants move entries, too.
  'vacuum analyze',
];

export const searchCallers: readonly BenchCaller[] = [
  { name: 'everything', statements: readEverything },
  { name: 'a tenth by nodegroup', statements: readModels(2) },
  { name: 'a thousandth by nodegroup', statements: readModels(1) },
  { name: 'a tenth by grants', statements: closeResources(10) },
  { name: 'a thousandth by grants', statements: closeResources(1000) },
];
