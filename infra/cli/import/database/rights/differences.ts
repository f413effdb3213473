import type { Caller } from './callers.ts';
import { ClosedNodegroups } from './closed-nodegroups.ts';
import type { NodegroupFacts, NodegroupGrants, NodegroupPlace } from './nodegroup-facts.ts';
import { ownNodegroupRights } from './our-rule.ts';
import { noRights, type Right, type Rights } from './right-sets.ts';
import { openNodegroupRights, strictNodegroupRights } from './source-rule.ts';

/** Why a caller may do less with a nodegroup here than in the source. */
export type LessReason =
  | 'deactivated'
  | 'system_settings'
  | 'anonymous_writes'
  | 'stricter_rule'
  | 'guest_closed'
  | 'closed_above'
  | 'grants_differ';

/** A right of a caller that differs on these nodegroups. `guest_reads`: the caller reads here because Guest does. */
export type Difference = {
  readonly caller: Caller;
  readonly reason: LessReason | 'guest_reads';
  readonly right: Right;
  readonly nodegroups: readonly string[];
};

/** The facts of the source as they are, those that the grants were planned from, and the grants. */
export type NodegroupComparison = {
  readonly source: NodegroupFacts;
  readonly planned: NodegroupFacts;
  readonly grants: NodegroupGrants;
};

const readRight: Rights = new Set<Right>(['read']);

/** Compares rights on nodegroups here with those in the source by the form of its rule that gives more. */
export function compareNodegroupRights(comparison: NodegroupComparison): readonly Difference[] {
  const { source, planned } = comparison;
  const closed = new ClosedNodegroups(planned.nodegroups, planned.rows);
  const guest = source.callers.find(({ isAnonymous }) => isAnonymous);
  const readByGuest = new Set(
    source.nodegroups
      .filter(
        (place) => guest !== undefined && ownRights(guest, place, comparison, closed).has('read'),
      )
      .map(({ id }) => id),
  );
  return source.callers.flatMap((caller) => compareCaller(caller, comparison, closed, readByGuest));
}

function compareCaller(
  caller: Caller,
  comparison: NodegroupComparison,
  closed: ClosedNodegroups,
  readByGuest: ReadonlySet<string>,
): readonly Difference[] {
  const { source } = comparison;
  const differences = source.nodegroups.flatMap((place) => {
    const rows = source.rows.get(place.id);
    const strict = strictNodegroupRights(caller, rows, source.rightsOfGroups);
    const readsAsGuest =
      caller.isActive &&
      readByGuest.has(place.id) &&
      closed.closedBy(caller, place.id) === undefined;
    const own = ownRights(caller, place, comparison, closed);
    const rights = readsAsGuest ? own.union(readRight) : own;
    const less = [...openNodegroupRights(caller, rows).difference(rights)].map((right) => ({
      reason: lessReason(right, caller, place, strict, comparison, closed),
      right,
      nodegroup: place.id,
    }));
    return readsAsGuest && !caller.isAnonymous && !strict.has('read')
      ? [...less, { reason: 'guest_reads' as const, right: 'read' as const, nodegroup: place.id }]
      : less;
  });
  const byKind = Map.groupBy(differences, ({ reason, right }) => `${reason} ${right}`);
  return [...byKind.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const nodegroups = alike.map(({ nodegroup }) => nodegroup);
    return [{ caller, reason: first.reason, right: first.right, nodegroups }];
  });
}

/** The own rights of a caller here. Without a token nothing is written. */
function ownRights(
  caller: Caller,
  { id, isOfSystemSettings }: NodegroupPlace,
  { planned, grants }: NodegroupComparison,
  closed: ClosedNodegroups,
): Rights {
  if (!caller.isActive && !caller.isAnonymous) return noRights;
  if (isOfSystemSettings || closed.closedBy(caller, id) !== undefined) return noRights;
  const rights = ownNodegroupRights(caller, grants.get(id), planned.defaults);
  return caller.isAnonymous ? rights.intersection(readRight) : rights;
}

function lessReason(
  right: Right,
  caller: Caller,
  { id, isOfSystemSettings }: NodegroupPlace,
  strict: Rights,
  { planned }: NodegroupComparison,
  closed: ClosedNodegroups,
): LessReason {
  if (caller.isAnonymous && right !== 'read') return 'anonymous_writes';
  if (!caller.isActive && !caller.isAnonymous) return 'deactivated';
  if (isOfSystemSettings) return 'system_settings';
  if (!strict.has(right)) return 'stricter_rule';
  const limit = strictNodegroupRights(caller, planned.rows.get(id), planned.rightsOfGroups);
  if (!limit.has(right)) return 'guest_closed';
  const closedBy = closed.closedBy(caller, id);
  if (closedBy !== undefined && closedBy !== id) return 'closed_above';
  return caller.isAnonymous ? 'guest_closed' : 'grants_differ';
}
