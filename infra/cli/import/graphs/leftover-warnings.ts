import type { Problem } from '../../../../lib/model/problem.ts';
import type { PreservedDenial } from '../../../queries/preserve-denials.ts';
import type { NodeOutOfPlace } from '../../../queries/values-out-of-place.ts';
import type { RetainedGraphParts } from '../../../queries/obsolete-graph-parts.ts';
import { pluralize } from '../../text.ts';
import type { AppliedCounts } from './apply-leftover-plans.ts';

function warning(code: string, pointer: string, message: string, record: string): Problem {
  return { severity: 'warning', code, pointer, message, record };
}

/** A warning for each grant that keeps a nodegroup closed, with what to type to open it. */
export function closedNodegroupWarnings(
  kept: readonly PreservedDenial[],
  graphId: string,
): readonly Problem[] {
  return kept.map(({ nodegroupId, name, kind, grantee }) =>
    warning(
      'closed_nodegroup_kept',
      '/nodegroups',
      `Nodegroup ${nodegroupId}${name === null ? '' : ` (${name})`} is no longer in a nodegroup that is closed to ${kind} ${grantee}: it got a grant of its own, no_access. To open it: hds grant remove nodegroup ${nodegroupId} --${kind} ${JSON.stringify(grantee)}`,
      graphId,
    ),
  );
}

/** A warning for each nodegroup that is kept though the graph no longer has it, and for each such node of another nodegroup. */
export function keptWarnings(
  { nodegroups, nodes }: RetainedGraphParts,
  graphId: string,
): readonly Problem[] {
  return [
    ...nodegroups.map(({ id, tiles, grants }) =>
      warning(
        'vanished_nodegroup_kept',
        '/nodegroups',
        `Nodegroup ${id} is no longer in the graph, but has ${pluralize(tiles, 'tile')} and ${pluralize(grants, 'grant')}, or holds what is kept: it is kept with them.`,
        graphId,
      ),
    ),
    ...apart({ nodegroups, nodes }).map(({ id, name, values }) =>
      warning(
        'vanished_node_kept',
        '/nodes',
        `Node ${id} (${name}) is no longer in the graph, but has values in ${pluralize(values, 'tile')}: it is kept with them.`,
        graphId,
      ),
    ),
  ];
}

/** A warning for each nodegroup and node that was removed with its tiles and values. */
export function removedWarnings(
  before: RetainedGraphParts,
  after: RetainedGraphParts,
  graphId: string,
): readonly Problem[] {
  const kept = new Set([...after.nodegroups, ...after.nodes].map(({ id }) => id));
  return [
    ...before.nodegroups
      .filter(({ id }) => !kept.has(id))
      .map(({ id, tiles, grants }) =>
        warning(
          'vanished_nodegroup_removed',
          '/nodegroups',
          `Nodegroup ${id} is no longer in the graph: it was removed with ${pluralize(tiles, 'tile')}, which the edit log has, and ${pluralize(grants, 'grant')}.`,
          graphId,
        ),
      ),
    ...apart(before)
      .filter(({ id }) => !kept.has(id))
      .map(({ id, name, values }) =>
        warning(
          'vanished_node_removed',
          '/nodes',
          `Node ${id} (${name}) is no longer in the graph: it was removed with its values in ${pluralize(values, 'tile')}, which the edit log has.`,
          graphId,
        ),
      ),
  ];
}

/** The nodes that do not go or stay with their nodegroup. */
function apart({ nodegroups, nodes }: RetainedGraphParts): RetainedGraphParts['nodes'] {
  const ids = new Set<string | null>(nodegroups.map(({ id }) => id));
  return nodes.filter(({ nodegroupId }) => !ids.has(nodegroupId));
}

/** A warning for each node with values in tiles of a nodegroup that it was in before. */
export function outOfPlaceWarnings(
  outOfPlace: readonly NodeOutOfPlace[],
  graphId: string,
  wereMoved: boolean,
): readonly Problem[] {
  const advice = wereMoved
    ? 'There is no place for them in its nodegroup, or not only one: move them at their source.'
    : 'With --move-tiles they are moved.';
  return outOfPlace.map(({ id, name, nodegroupId, values }) =>
    warning(
      'values_out_of_place',
      '/nodes',
      `Node ${id} (${name}) is in another nodegroup now, but has values in ${pluralize(values, 'tile')} of nodegroup ${nodegroupId}. They are shown to those who may read both nodegroups. ${advice}`,
      graphId,
    ),
  );
}

/** A warning that values were moved, which may be readable for others now. */
export function movedWarnings(
  { values, resources }: AppliedCounts,
  graphId: string,
): readonly Problem[] {
  if (resources === 0) return [];
  const message = `${pluralize(values, 'value')} of ${pluralize(resources, 'resource instance')} were moved to the nodegroups of their nodes. They are readable now for those who may read these.`;
  return [warning('values_moved', '/nodes', message, graphId)];
}
