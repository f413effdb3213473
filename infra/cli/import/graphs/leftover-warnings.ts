import type { Problem } from '../../../../lib/model/problem.ts';
import type { RetainedGraphParts } from '../../../queries/obsolete-graph-parts.ts';
import type { PreservedDenial } from '../../../queries/preserve-denials.ts';
import type { NodeOutOfPlace } from '../../../queries/values-out-of-place.ts';
import { pluralize } from '../../text.ts';
import { importWarning } from '../import-problems.ts';
import type { ChangedCounts } from './apply-leftover-plans.ts';

/** A warning for each grant that keeps a nodegroup closed, with the command that opens it. */
export function preservedDenialWarnings(
  denials: readonly PreservedDenial[],
  record: string,
): readonly Problem[] {
  return denials.map(({ nodegroupId, name, kind, grantee }) => {
    const nodegroup = `${nodegroupId}${name === null ? '' : ` (${name})`}`;
    const message = `Nodegroup ${nodegroup} is no longer in a nodegroup that is closed to ${kind} ${grantee}: it got a grant of its own, no_access. To open it: hds grant remove nodegroup ${nodegroupId} --${kind} ${JSON.stringify(grantee)}`;
    return importWarning('closed_nodegroup_kept', message, { pointer: '/nodegroups', record });
  });
}

/** A warning for each nodegroup that is kept though the graph no longer has it, and for each such node in other nodegroups. */
export function keptWarnings(retained: RetainedGraphParts, record: string): readonly Problem[] {
  return [
    ...retained.nodegroups.map(({ id, tiles, grants }) => {
      const message = `Nodegroup ${id} is no longer in the graph, but has ${pluralize(tiles, 'tile')} and ${pluralize(grants, 'grant')}, or contains parts that are kept: it is kept with them.`;
      return importWarning('vanished_nodegroup_kept', message, { pointer: '/nodegroups', record });
    }),
    ...nodesOfOtherNodegroups(retained).map(({ id, name, values }) => {
      const message = `Node ${id} (${name}) is no longer in the graph, but has values in ${pluralize(values, 'tile')}: it is kept with them.`;
      return importWarning('vanished_node_kept', message, { pointer: '/nodes', record });
    }),
  ];
}

/** A warning for each nodegroup and node that was removed with its tiles and values. */
export function removedWarnings(
  before: RetainedGraphParts,
  after: RetainedGraphParts,
  record: string,
): readonly Problem[] {
  const keptIds = new Set([...after.nodegroups, ...after.nodes].map(({ id }) => id));
  const isRemoved = ({ id }: { readonly id: string }): boolean => !keptIds.has(id);
  return [
    ...before.nodegroups.filter(isRemoved).map(({ id, tiles, grants }) => {
      const message = `Nodegroup ${id} is no longer in the graph: it was removed with ${pluralize(tiles, 'tile')}, which the edit log has, and ${pluralize(grants, 'grant')}.`;
      const at = { pointer: '/nodegroups', record };
      return importWarning('vanished_nodegroup_removed', message, at);
    }),
    ...nodesOfOtherNodegroups(before)
      .filter(isRemoved)
      .map(({ id, name, values }) => {
        const message = `Node ${id} (${name}) is no longer in the graph: it was removed with its values in ${pluralize(values, 'tile')}, which the edit log has.`;
        return importWarning('vanished_node_removed', message, { pointer: '/nodes', record });
      }),
  ];
}

/** The nodes that are not kept or removed with their nodegroup. */
function nodesOfOtherNodegroups({
  nodegroups,
  nodes,
}: RetainedGraphParts): RetainedGraphParts['nodes'] {
  const ids = new Set<string | null>(nodegroups.map(({ id }) => id));
  return nodes.filter(({ nodegroupId }) => !ids.has(nodegroupId));
}

/** A warning for each node with values in tiles of the nodegroup that it was in before. */
export function outOfPlaceWarnings(
  nodes: readonly NodeOutOfPlace[],
  record: string,
  wereMoved: boolean,
): readonly Problem[] {
  const hint = wereMoved
    ? 'There is no place for them in its nodegroup, or more than one: move them at their source.'
    : 'With --move-tiles they are moved.';
  return nodes.map(({ id, name, nodegroupId, values }) => {
    const message = `Node ${id} (${name}) is in another nodegroup now, but has values in ${pluralize(values, 'tile')} of nodegroup ${nodegroupId}. They are shown to those who may read both nodegroups. ${hint}`;
    return importWarning('values_out_of_place', message, { pointer: '/nodes', record });
  });
}

/** A warning that values were moved, so that other callers can perhaps read them now. */
export function movedWarnings(
  { values, resources }: ChangedCounts,
  record: string,
): readonly Problem[] {
  if (resources === 0) return [];
  const message = `${pluralize(values, 'value')} of ${pluralize(resources, 'resource instance')} were moved to the nodegroups of their nodes. Those who may read these can read them now.`;
  return [importWarning('values_moved', message, { pointer: '/nodes', record })];
}
