import type { Caller } from './callers.ts';
import { noRights, type NamedRights, type Rights, uniteRights } from './right-sets.ts';

/** Whose rights a grant or default changes, with the id of the account or group in the source. */
export type Principal = `account ${number}` | `group ${number}`;

/** The principals of a caller here. Accounts of a caller have the same grants, so the first stands for all. */
export function principalsOf({ groupsHere, accounts, isAnonymous }: Caller): readonly Principal[] {
  const groups = groupsHere.map((group): Principal => `group ${group}`);
  const [account] = accounts;
  return isAnonymous || account === undefined ? groups : [...groups, `account ${account}`];
}

/**
 * The own rights of an active caller here on a nodegroup that is not closed: one grant or default is enough.
 * @param grants the grants of the nodegroup
 */
export function ownNodegroupRights(
  caller: Caller,
  grants: ReadonlyMap<Principal, NamedRights> | undefined,
  defaults: ReadonlyMap<number, Rights>,
): Rights {
  return uniteRights([
    ...principalsOf(caller).map((principal) => grants?.get(principal)?.rights ?? noRights),
    ...caller.groupsHere.map((group) =>
      grants?.has(`group ${group}`) === true ? noRights : (defaults.get(group) ?? noRights),
    ),
  ]);
}
