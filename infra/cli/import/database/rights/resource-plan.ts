import type { SourceUser } from './source-principals.ts';
import { planGuestGrant } from './guest.ts';
import { limitToHttp } from './http-writers.ts';
import { maxExceptions } from './nodegroup-plan.ts';
import type { Principal } from './service-rule.ts';
import {
  absentGuestId,
  everyoneId,
  type ResourceRows,
  type ResourceRules,
} from './resource-rules.ts';
import {
  allRights,
  joinRows,
  noRights,
  readRight,
  toGrant,
  type GrantedRights,
  type ObjectRows,
} from './right-sets.ts';
import { computeResourceRights } from './source-rule.ts';

/**
 * Plans the grants on a resource instance. Rows become grants, of which those to whoever cannot write over HTTP in the source only permit
 * to read. In this service, a grant to an account overrides those to its groups, so it includes the rights that the rows of these groups
 * give. If everything is denied by default, a grant without rights to all imported accounts closes the resource instance to those without
 * another grant.
 * @rule Imports and exports: Which grants and defaults follow from the rights of another platform?
 */
export function planResourceGrants(
  { rows: allRows, principalUser }: ResourceRows,
  rules: ResourceRules,
): ReadonlyMap<Principal, GrantedRights> {
  const { principals, usersById, httpWriters, framework, ownersKeepRights } = rules;
  const { rows, readers } = limitRows(allRows, rules);
  const grants = new Map<Principal, GrantedRights>();
  for (const [group, row] of rows.groups) grants.set(`group ${group}`, toGrant(row));
  const guestGrant = planGuestGrant(rows, rules);
  if (guestGrant !== undefined)
    grants.set(`group ${principals.guestId ?? absentGuestId}`, guestGrant);
  const joinGroupRows = ({ groups }: SourceUser): GrantedRights | undefined =>
    joinRows(groups.map((group) => rows.groups.get(group)));
  for (const account of new Set([...rows.accounts.keys(), ...readers])) {
    const user = usersById.get(account);
    if (user === undefined) continue;
    const accountRow = rows.accounts.get(account);
    const groupRows = joinGroupRows(user);
    const rights = computeResourceRights(accountRow, groupRows) ?? noRights;
    grants.set(`account ${account}`, {
      rights: limitToHttp(rights, httpWriters.isWriter(user)),
      isClosed: (accountRow ?? groupRows)?.isClosed ?? false,
    });
  }
  if (framework === 'default-allow') return grants;
  grants.set(`group ${everyoneId}`, { rights: noRights, isClosed: false });
  const principalAccount = principalUser === null ? undefined : usersById.get(principalUser);
  if (
    principalAccount !== undefined &&
    (ownersKeepRights ||
      (!rows.accounts.has(principalAccount.id) && joinGroupRows(principalAccount) === undefined))
  )
    grants.set(`account ${principalAccount.id}`, {
      rights: limitToHttp(allRights, httpWriters.isWriter(principalAccount)),
      isClosed: false,
    });
  return grants;
}

/**
 * Limits rows to what can be used over HTTP in the source. A row to write of a group with some members who can and some who cannot stays,
 * and the latter get grants of their own, which override it; if there are too many of them, nobody may write by that row.
 * @returns the rows, and the accounts that need such a grant
 */
function limitRows(
  rows: ObjectRows,
  { httpWriters }: ResourceRules,
): { readonly rows: ObjectRows; readonly readers: readonly number[] } {
  const limited = httpWriters.limitRows(rows);
  const readers: number[] = [];
  const groups = [...limited.groups].map(([group, row]) => {
    const members = row.rights.isSubsetOf(readRight) ? [] : httpWriters.listReaders(group);
    if (members.length > maxExceptions)
      return [group, { ...row, rights: limitToHttp(row.rights, false) }] as const;
    readers.push(...members.map(({ id }) => id));
    return [group, row] as const;
  });
  return { rows: { ...limited, groups: new Map(groups) }, readers };
}
