import type { Caller } from './callers.ts';
import { ClosedNodegroups } from './closed-nodegroups.ts';
import type { NodegroupFacts, NodegroupGrants, NodegroupSummary } from './nodegroup-facts.ts';
import { computeOwnNodegroupRights } from './service-rule.ts';
import { noRights, readRight, type Right, type Rights } from './right-sets.ts';
import { computeOpenRights, computeStrictRights } from './source-rule.ts';

/** Why a caller has fewer rights on a nodegroup in this service than in the source. */
export type LessReason =
  | 'deactivated'
  | 'system_settings'
  | 'anonymous_writes'
  | 'not_editor'
  | 'stricter_rule'
  | 'guest_closed'
  | 'closed_above'
  | 'grants_differ';

/** A right that a caller lacks in this service on these nodegroups; with `guest_reads`, one that only this service gives, through Guest. */
export type Difference = {
  readonly caller: Caller;
  readonly reason: LessReason | 'guest_reads';
  readonly right: Right;
  readonly nodegroups: readonly string[];
};

/** The rights in the source, and those that are planned for this service. */
export type NodegroupComparison = {
  readonly source: NodegroupFacts;
  /** The facts from which the grants were planned. Guest has rights in them only if it is opened. */
  readonly planned: NodegroupFacts;
  readonly grants: NodegroupGrants;
};

/** Compares rights on nodegroups in this service with those in the source. Of the two rules of the source, the more open one counts. */
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
      closedNodegroups.findClosingNodegroup(caller, nodegroup.id) === undefined;
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
  const similarDifferences = Map.groupBy(differences, ({ reason, right }) => `${reason} ${right}`);
  return [...similarDifferences.values()].flatMap((similar) => {
    const [firstDifference] = similar;
    if (firstDifference === undefined) return [];
    const nodegroups = similar.map(({ nodegroupId }) => nodegroupId);
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
  if (isOfSystemSettings || closedNodegroups.findClosingNodegroup(caller, id) !== undefined)
    return noRights;
  const rights = computeOwnNodegroupRights(caller, grants.get(id), planned.defaults);
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
  if (!caller.isWriter && right !== 'read') return 'not_editor';
  if (!strictRights.has(right)) return 'stricter_rule';
  const plannedStrictRights = computeStrictRights(
    caller,
    planned.rows.get(id),
    planned.rightsOfGroups,
  );
  if (!plannedStrictRights.has(right)) return 'guest_closed';
  const closingId = closedNodegroups.findClosingNodegroup(caller, id);
  if (closingId !== undefined && closingId !== id) return 'closed_above';
  return caller.isAnonymous ? 'guest_closed' : 'grants_differ';
}
