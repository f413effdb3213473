import type { SourceUser } from './callers.ts';
import { planGuestGrant } from './guest.ts';
import type { Principal } from './service-rule.ts';
import {
  absentGuestId,
  everyoneId,
  type ResourceRows,
  type ResourceRules,
} from './resource-rules.ts';
import { allRights, joinRows, noRights, toGrant, type GrantedRights } from './right-sets.ts';
import { computeResourceRights } from './source-rule.ts';

/**
 * Plans the grants on a resource instance. Rows become grants. In this service, a grant to an account overrides those to its groups, so it
 * includes the rights that the rows of these groups give. If everything is denied by default, a grant without rights to all imported
 * accounts closes the resource instance to those without another grant.
 */
export function planResourceGrants(
  { rows, principalUser }: ResourceRows,
  rules: ResourceRules,
): ReadonlyMap<Principal, GrantedRights> {
  const { principals, usersById, framework, ownersKeepRights } = rules;
  const grants = new Map<Principal, GrantedRights>();
  for (const [group, row] of rows.groups) grants.set(`group ${group}`, toGrant(row));
  const guestGrant = planGuestGrant(rows, rules);
  if (guestGrant !== undefined)
    grants.set(`group ${principals.guestId ?? absentGuestId}`, guestGrant);
  const joinGroupRows = ({ groups }: SourceUser): GrantedRights | undefined =>
    joinRows(groups.map((group) => rows.groups.get(group)));
  for (const [account, accountRow] of rows.accounts) {
    const user = usersById.get(account);
    if (user === undefined) continue;
    const rights = computeResourceRights(accountRow, joinGroupRows(user)) ?? noRights;
    grants.set(`account ${account}`, { rights, isClosed: accountRow.isClosed });
  }
  if (framework === 'default-allow') return grants;
  grants.set(`group ${everyoneId}`, { rights: noRights, isClosed: false });
  const principalAccount = principalUser === null ? undefined : usersById.get(principalUser);
  if (
    principalAccount !== undefined &&
    (ownersKeepRights ||
      (!rows.accounts.has(principalAccount.id) && joinGroupRows(principalAccount) === undefined))
  )
    grants.set(`account ${principalAccount.id}`, { rights: allRights, isClosed: false });
  return grants;
}
