import type { SourceUser } from './callers.ts';
import { planGuestGrant } from './guest.ts';
import type { Principal } from './our-rule.ts';
import {
  absentGuestId,
  everyoneId,
  type ResourceRows,
  type ResourceRules,
} from './resource-rules.ts';
import { allRights, joinRows, noRights, toGrant, type NamedRights } from './right-sets.ts';
import { resourceRightsByRows } from './source-rule.ts';

/**
 * Plans the grants of a resource instance. Rows of groups become grants. Here the grant of an account decides alone, so it also has what the
 * rows of its groups give. If everything is denied by default, a grant without rights closes it to everybody who has no other.
 */
export function planResourceGrants(
  { rows, principalUser }: ResourceRows,
  rules: ResourceRules,
): ReadonlyMap<Principal, NamedRights> {
  const { principals, usersById, framework } = rules;
  const grants = new Map<Principal, NamedRights>();
  for (const [group, row] of rows.groups) grants.set(`group ${group}`, toGrant(row));
  const guestGrant = planGuestGrant(rows, rules);
  if (guestGrant !== undefined)
    grants.set(`group ${principals.guestId ?? absentGuestId}`, guestGrant);
  const rowsOfGroups = ({ groups }: SourceUser): NamedRights | undefined =>
    joinRows(groups.map((group) => rows.groups.get(group)));
  for (const [account, own] of rows.accounts) {
    const user = usersById.get(account);
    if (user === undefined) continue;
    const rights = resourceRightsByRows(own, rowsOfGroups(user)) ?? noRights;
    grants.set(`account ${account}`, { rights, isClosed: own.isClosed });
  }
  if (framework === 'default-allow') return grants;
  grants.set(`group ${everyoneId}`, { rights: noRights, isClosed: false });
  const principalAccount = principalUser === null ? undefined : usersById.get(principalUser);
  if (
    principalAccount !== undefined &&
    !rows.accounts.has(principalAccount.id) &&
    rowsOfGroups(principalAccount) === undefined
  )
    grants.set(`account ${principalAccount.id}`, { rights: allRights, isClosed: false });
  return grants;
}
