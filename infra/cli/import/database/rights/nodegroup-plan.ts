import type { Caller } from './callers.ts';
import { ClosedNodegroups } from './closed-nodegroups.ts';
import type { NodegroupFacts, NodegroupGrants } from './nodegroup-facts.ts';
import { ownNodegroupRights, principalsOf, type Principal } from './our-rule.ts';
import {
  areEqualRights,
  noRights,
  toGrant,
  type NamedRights,
  type ObjectRows,
  type Right,
  type Rights,
} from './right-sets.ts';
import { strictNodegroupRights } from './source-rule.ts';

/** With exceptions for more accounts, a nodegroup gets no exceptions: the rights of each account with grants are compiled separately. */
export const maxExceptions = 100;

/**
 * Plans the grants of nodegroups that have rows in the source. A row becomes a grant. Here one grant or default is enough for a right, but
 * in the source the default of a group does not count if there are rows for other groups of the account: then the group gets a grant that
 * gives less, and its other members get the difference as grants to accounts, if they are not too many.
 */
export function planNodegroupGrants(facts: NodegroupFacts): NodegroupGrants {
  const closed = new ClosedNodegroups(facts.nodegroups, facts.rows);
  return new Map(
    facts.nodegroups.flatMap(({ id }) => {
      const rows = facts.rows.get(id);
      return rows === undefined ? [] : [[id, planGrants(id, rows, facts, closed)] as const];
    }),
  );
}

function planGrants(
  nodegroup: string,
  rows: ObjectRows,
  { callers, rightsOfGroups, defaults }: NodegroupFacts,
  closed: ClosedNodegroups,
): ReadonlyMap<Principal, NamedRights> {
  const grants = new Map(grantsOfRows(rows));
  const limits = callers
    .filter((caller) => caller.isActive || caller.isAnonymous)
    .filter((caller) => closed.closedBy(caller, nodegroup) === undefined)
    .map((caller) => [caller, limitOf(caller, rows, rightsOfGroups)] as const);
  for (const [caller, limit] of limits) {
    for (const principal of principalsOf(caller)) lowerGrant(grants, principal, limit, defaults);
  }
  const withLess = limits.filter(
    ([caller, limit]) =>
      !caller.isAnonymous && !areEqualRights(ownNodegroupRights(caller, grants, defaults), limit),
  );
  const exceptions = withLess.flatMap(([{ accounts }, limit]) =>
    accounts.map((account) => [account, limit] as const),
  );
  if (exceptions.length > maxExceptions) return grants;
  for (const [account, rights] of exceptions)
    grants.set(`account ${account}`, { rights, isClosed: false });
  return grants;
}

/** The most that the grants may give a caller. A caller without a token never writes here, so only reading is limited. */
function limitOf(
  caller: Caller,
  rows: ObjectRows,
  rightsOfGroups: NodegroupFacts['rightsOfGroups'],
): Rights {
  const rights = strictNodegroupRights({ ...caller, ownRights: noRights }, rows, rightsOfGroups);
  return caller.isAnonymous ? new Set<Right>([...rights, 'write', 'delete']) : rights;
}

function grantsOfRows({
  accounts,
  groups,
}: ObjectRows): readonly (readonly [Principal, NamedRights])[] {
  return [
    ...[...accounts].map(([id, row]) => [`account ${id}`, toGrant(row)] as const),
    ...[...groups].map(([id, row]) => [`group ${id}`, toGrant(row)] as const),
  ];
}

/** Lowers the grant or default of a principal to a limit. */
function lowerGrant(
  grants: Map<Principal, NamedRights>,
  principal: Principal,
  limit: Rights,
  defaults: NodegroupFacts['defaults'],
): void {
  const { rights, isClosed } = grants.get(principal) ?? {
    rights: defaultOf(principal, defaults),
    isClosed: false,
  };
  if (!rights.isSubsetOf(limit))
    grants.set(principal, { rights: rights.intersection(limit), isClosed });
}

function defaultOf(principal: Principal, defaults: NodegroupFacts['defaults']): Rights {
  const [kind, id] = principal.split(' ');
  return kind === 'group' ? (defaults.get(Number(id)) ?? noRights) : noRights;
}
