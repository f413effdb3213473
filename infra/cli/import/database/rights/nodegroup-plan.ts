import type { Caller } from './callers.ts';
import { ClosedNodegroups } from './closed-nodegroups.ts';
import type { NodegroupFacts, NodegroupGrants } from './nodegroup-facts.ts';
import { computeOwnNodegroupRights, listPrincipals, type Principal } from './service-rule.ts';
import {
  areEqualRights,
  noRights,
  toGrant,
  type GrantedRights,
  type ObjectRows,
  type Right,
  type Rights,
} from './right-sets.ts';
import { computeStrictRights } from './source-rule.ts';

/**
 * The most accounts that get exceptions, which are grants of their own, on a nodegroup. A nodegroup that needs more gets none, because the
 * rights of each account with grants must be compiled separately.
 */
export const maxExceptions = 100;

/**
 * Plans the grants on nodegroups that have rows in the source. Each row becomes a grant. In this service, one grant or default is enough
 * for a right. In the source, the default of a group does not count for an account that has rows or is in a group with rows. Such a group
 * therefore gets a grant with fewer rights, and its other members get the difference as grants to accounts, if these are not too many.
 * @rule Imports and exports: Which grants and defaults follow from the rights of another platform?
 */
export function planNodegroupGrants(facts: NodegroupFacts): NodegroupGrants {
  const closedNodegroups = new ClosedNodegroups(facts.nodegroups, facts.rows);
  return new Map(
    facts.nodegroups.flatMap(({ id }) => {
      const rows = facts.rows.get(id);
      return rows === undefined
        ? []
        : [[id, planGrants(id, rows, facts, closedNodegroups)] as const];
    }),
  );
}

function planGrants(
  nodegroupId: string,
  rows: ObjectRows,
  { callers, rightsOfGroups, defaults }: NodegroupFacts,
  closedNodegroups: ClosedNodegroups,
): ReadonlyMap<Principal, GrantedRights> {
  const grants = new Map(convertRows(rows));
  const limits = callers
    .filter((caller) => caller.isActive || caller.isAnonymous)
    .filter((caller) => closedNodegroups.findClosingNodegroup(caller, nodegroupId) === undefined)
    .map((caller) => [caller, computeLimit(caller, rows, rightsOfGroups)] as const);
  for (const [caller, limit] of limits) {
    for (const principal of listPrincipals(caller)) lowerGrant(grants, principal, limit, defaults);
  }
  const callersBelowLimit = limits.filter(
    ([caller, limit]) =>
      !caller.isAnonymous &&
      !areEqualRights(computeOwnNodegroupRights(caller, grants, defaults), limit),
  );
  const exceptions = callersBelowLimit.flatMap(([{ accounts }, limit]) =>
    accounts.map((account) => [account, limit] as const),
  );
  if (exceptions.length > maxExceptions) return grants;
  for (const [account, rights] of exceptions)
    grants.set(`account ${account}`, { rights, isClosed: false });
  return grants;
}

/** Returns the most rights that grants may give a caller. Only reading is limited for callers without a token, who cannot write. */
function computeLimit(
  caller: Caller,
  rows: ObjectRows,
  rightsOfGroups: NodegroupFacts['rightsOfGroups'],
): Rights {
  const rights = computeStrictRights({ ...caller, ownRights: noRights }, rows, rightsOfGroups);
  return caller.isAnonymous ? new Set<Right>([...rights, 'write', 'delete']) : rights;
}

function convertRows({
  accounts,
  groups,
}: ObjectRows): readonly (readonly [Principal, GrantedRights])[] {
  return [
    ...[...accounts].map(([id, row]) => [`account ${id}`, toGrant(row)] as const),
    ...[...groups].map(([id, row]) => [`group ${id}`, toGrant(row)] as const),
  ];
}

/** Reduces the grant or default of a principal to at most `limit`. */
function lowerGrant(
  grants: Map<Principal, GrantedRights>,
  principal: Principal,
  limit: Rights,
  defaults: NodegroupFacts['defaults'],
): void {
  const { rights, isClosed } = grants.get(principal) ?? {
    rights: findDefault(principal, defaults),
    isClosed: false,
  };
  if (!rights.isSubsetOf(limit))
    grants.set(principal, { rights: rights.intersection(limit), isClosed });
}

function findDefault(principal: Principal, defaults: NodegroupFacts['defaults']): Rights {
  const [kind, id] = principal.split(' ');
  return kind === 'group' ? (defaults.get(Number(id)) ?? noRights) : noRights;
}
