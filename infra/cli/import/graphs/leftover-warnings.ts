import type { Problem } from '../../../../lib/model/problem.ts';
import type { RetainedGraphParts } from './queries/obsolete-graph-parts.ts';
import type { PreservedDenial } from './queries/preserve-denials.ts';
import type { NodeWithMisplacedValues } from './queries/misplaced-values.ts';
import { pluralize } from '../../text.ts';
import { importWarning } from '../import-problems.ts';
import type { ChangedCounts } from './apply-leftover-plans.ts';

/** Makes a warning for each grant that was added to keep a nodegroup closed, with the command that removes it. */
export function makePreservedDenialWarnings(
  denials: readonly PreservedDenial[],
  record: string,
): readonly Problem[] {
  return denials.map(({ nodegroupId, name, kind, grantee }) => {
    const nodegroup = `${nodegroupId}${name === null ? '' : ` (${name})`}`;
    const message = `Nodegroup ${nodegroup} was moved out of a nodegroup that is closed to ${kind} ${grantee}. It stays closed by a grant of its own (no_access). To open it: hds grant remove nodegroup ${nodegroupId} --${kind} ${JSON.stringify(grantee)}`;
    return importWarning('closed_nodegroup_kept', message, { pointer: '/nodegroups', record });
  });
}

/** Makes a warning for each nodegroup that is kept although the graph no longer has it, and for each such node in other nodegroups. */
export function makeKeptWarnings(retained: RetainedGraphParts, record: string): readonly Problem[] {
  return [
    ...retained.nodegroups.map(({ id, tiles, grants }) => {
      const message = `Nodegroup ${id} is no longer in the graph, but has ${pluralize(tiles, 'tile')} and ${pluralize(grants, 'grant')}, or contains parts that are kept. It is kept with them.`;
      return importWarning('vanished_nodegroup_kept', message, { pointer: '/nodegroups', record });
    }),
    ...listSeparateNodes(retained).map(({ id, name, values }) => {
      const message = `Node ${id} (${name}) is no longer in the graph, but has values in ${pluralize(values, 'tile')}. It is kept with them.`;
      return importWarning('vanished_node_kept', message, { pointer: '/nodes', record });
    }),
  ];
}

/** Makes a warning for each nodegroup and node that was removed with its tiles and values. */
export function makeRemovedWarnings(
  before: RetainedGraphParts,
  after: RetainedGraphParts,
  record: string,
): readonly Problem[] {
  const keptIds = new Set([...after.nodegroups, ...after.nodes].map(({ id }) => id));
  const isRemoved = ({ id }: { readonly id: string }): boolean => !keptIds.has(id);
  return [
    ...before.nodegroups.filter(isRemoved).map(({ id, tiles, grants }) => {
      const message = `Nodegroup ${id} is no longer in the graph. It was removed with ${pluralize(tiles, 'tile')}, which are in the edit log, and ${pluralize(grants, 'grant')}.`;
      const location = { pointer: '/nodegroups', record };
      return importWarning('vanished_nodegroup_removed', message, location);
    }),
    ...listSeparateNodes(before)
      .filter(isRemoved)
      .map(({ id, name, values }) => {
        const message = `Node ${id} (${name}) is no longer in the graph. It was removed with its values in ${pluralize(values, 'tile')}, which are in the edit log.`;
        return importWarning('vanished_node_removed', message, { pointer: '/nodes', record });
      }),
  ];
}

/** Returns the nodes whose nodegroup is not itself kept or removed. */
function listSeparateNodes({ nodegroups, nodes }: RetainedGraphParts): RetainedGraphParts['nodes'] {
  const ids = new Set<string | null>(nodegroups.map(({ id }) => id));
  return nodes.filter(({ nodegroupId }) => !ids.has(nodegroupId));
}

/** Makes a warning for each node with values in tiles of its former nodegroup. */
export function makeOutOfPlaceWarnings(
  nodes: readonly NodeWithMisplacedValues[],
  record: string,
  wereMoved: boolean,
): readonly Problem[] {
  const hint = wereMoved
    ? 'They could not be moved, because none or several tiles of its nodegroup fit. Move them in the data that you import.'
    : 'Use --move-tiles to move them.';
  return nodes.map(({ id, name, nodegroupId, values }) => {
    const message = `Node ${id} (${name}) is now in another nodegroup, but has values in ${pluralize(values, 'tile')} of nodegroup ${nodegroupId}. Only those who may read both nodegroups can read them. ${hint}`;
    return importWarning('values_out_of_place', message, { pointer: '/nodes', record });
  });
}

/** Makes a warning that values were moved, because other callers may now be able to read them. */
export function makeMovedWarnings(
  { values, resources }: ChangedCounts,
  record: string,
): readonly Problem[] {
  if (resources === 0) return [];
  const message = `${pluralize(values, 'value')} of ${pluralize(resources, 'resource instance')} were moved to the nodegroups of their nodes. Those who may read these nodegroups can now read the values.`;
  return [importWarning('values_moved', message, { pointer: '/nodes', record })];
}
