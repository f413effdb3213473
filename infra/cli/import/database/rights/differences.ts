import type { Caller } from './callers.ts';
import { ClosedNodegroups } from './closed-nodegroups.ts';
import type { NodegroupFacts, NodegroupGrants, NodegroupSummary } from './nodegroup-facts.ts';
import { ownNodegroupRights } from './service-rule.ts';
import { noRights, type Right, type Rights } from './right-sets.ts';
import { computeOpenRights, computeStrictRights } from './source-rule.ts';

/** Why a caller has fewer rights on a nodegroup in this service than in the source. */
export type LessReason =
  | 'deactivated'
  | 'system_settings'
  | 'anonymous_writes'
  | 'stricter_rule'
  | 'guest_closed'
  | 'closed_above'
  | 'grants_differ';

/** A right of a caller that differs on these nodegroups. With `guest_reads` the caller has more than in the source, because Guest reads. */
export type Difference = {
  readonly caller: Caller;
  readonly reason: LessReason | 'guest_reads';
  readonly right: Right;
  readonly nodegroups: readonly string[];
};

/** The facts of the source, those from which the grants were planned (without rights of Guest unless it is opened), and the grants. */
export type NodegroupComparison = {
  readonly source: NodegroupFacts;
  readonly planned: NodegroupFacts;
  readonly grants: NodegroupGrants;
};

const readRight: Rights = new Set<Right>(['read']);

/** Compares rights on nodegroups in this service with those in the source, of whose two rules it takes the one that gives more. */
export function compareNodegroupRights(comparison: NodegroupComparison): readonly Difference[] {
  const { source, planned } = comparison;
  const closedNodegroups = new ClosedNodegroups(planned.nodegroups, planned.rows);
  const guest = source.callers.find(({ isAnonymous }) => isAnonymous);
  const readByGuest = new Set(
    source.nodegroups
      .filter(
        (nodegroup) =>
          guest !== undefined &&
          computeOwnRights(guest, nodegroup, comparison, closedNodegroups).has('read'),
      )
      .map(({ id }) => id),
  );
  return source.callers.flatMap((caller) =>
    compareCaller(caller, comparison, closedNodegroups, readByGuest),
  );
}

function compareCaller(
  caller: Caller,
  comparison: NodegroupComparison,
  closedNodegroups: ClosedNodegroups,
  readByGuest: ReadonlySet<string>,
): readonly Difference[] {
  const { source } = comparison;
  const differences = source.nodegroups.flatMap((nodegroup) => {
    const rows = source.rows.get(nodegroup.id);
    const strictRights = computeStrictRights(caller, rows, source.rightsOfGroups);
    const readsAsGuest =
      caller.isActive &&
      readByGuest.has(nodegroup.id) &&
      closedNodegroups.findClosing(caller, nodegroup.id) === undefined;
    const ownRights = computeOwnRights(caller, nodegroup, comparison, closedNodegroups);
    const rights = readsAsGuest ? ownRights.union(readRight) : ownRights;
    const missing = [...computeOpenRights(caller, rows).difference(rights)].map((right) => ({
      reason: findLessReason(right, caller, nodegroup, strictRights, comparison, closedNodegroups),
      right,
      nodegroupId: nodegroup.id,
    }));
    return readsAsGuest && !caller.isAnonymous && !strictRights.has('read')
      ? [
          ...missing,
          {
            reason: 'guest_reads' as const,
            right: 'read' as const,
            nodegroupId: nodegroup.id,
          },
        ]
      : missing;
  });
  const groups = Map.groupBy(differences, ({ reason, right }) => `${reason} ${right}`);
  return [...groups.values()].flatMap((group) => {
    const [firstDifference] = group;
    if (firstDifference === undefined) return [];
    const nodegroups = group.map(({ nodegroupId }) => nodegroupId);
    return [{ caller, reason: firstDifference.reason, right: firstDifference.right, nodegroups }];
  });
}

/** Returns the own rights of a caller in this service, where callers without a token cannot write. */
function computeOwnRights(
  caller: Caller,
  { id, isOfSystemSettings }: NodegroupSummary,
  { planned, grants }: NodegroupComparison,
  closedNodegroups: ClosedNodegroups,
): Rights {
  if (!caller.isActive && !caller.isAnonymous) return noRights;
  if (isOfSystemSettings || closedNodegroups.findClosing(caller, id) !== undefined) return noRights;
  const rights = ownNodegroupRights(caller, grants.get(id), planned.defaults);
  return caller.isAnonymous ? rights.intersection(readRight) : rights;
}

function findLessReason(
  right: Right,
  caller: Caller,
  { id, isOfSystemSettings }: NodegroupSummary,
  strictRights: Rights,
  { planned }: NodegroupComparison,
  closedNodegroups: ClosedNodegroups,
): LessReason {
  if (caller.isAnonymous && right !== 'read') return 'anonymous_writes';
  if (!caller.isActive && !caller.isAnonymous) return 'deactivated';
  if (isOfSystemSettings) return 'system_settings';
  if (!strictRights.has(right)) return 'stricter_rule';
  const plannedLimit = computeStrictRights(caller, planned.rows.get(id), planned.rightsOfGroups);
  if (!plannedLimit.has(right)) return 'guest_closed';
  const closingId = closedNodegroups.findClosing(caller, id);
  if (closingId !== undefined && closingId !== id) return 'closed_above';
  return caller.isAnonymous ? 'guest_closed' : 'grants_differ';
}
