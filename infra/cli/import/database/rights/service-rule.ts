import type { Caller } from './callers.ts';
import { noRights, type GrantedRights, type Rights, uniteRights } from './right-sets.ts';

/** An account or group with its id in the source. */
export type Principal = `account ${number}` | `group ${number}`;

/** Lists the principals of a caller in this service. All accounts of a caller have the same grants, so the first represents them. */
export function listPrincipals({
  serviceGroups,
  accounts,
  isAnonymous,
}: Caller): readonly Principal[] {
  const groups = serviceGroups.map((group): Principal => `group ${group}`);
  const [account] = accounts;
  return isAnonymous || account === undefined ? groups : [...groups, `account ${account}`];
}

/**
 * Computes the own rights of an active caller in this service on a nodegroup that is not closed: one grant or default is enough.
 * @param grants the grants on the nodegroup
 */
export function computeOwnNodegroupRights(
  caller: Caller,
  grants: ReadonlyMap<Principal, GrantedRights> | undefined,
  defaults: ReadonlyMap<number, Rights>,
): Rights {
  return uniteRights([
    ...listPrincipals(caller).map((principal) => grants?.get(principal)?.rights ?? noRights),
    ...caller.serviceGroups.map((group) =>
      grants?.has(`group ${group}`) === true ? noRights : (defaults.get(group) ?? noRights),
    ),
  ]);
}
