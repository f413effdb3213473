// The folder choice/ decides which node of the model each value of a document stands for.

import type { IncomingProperty } from '../../incoming-value.ts';
import { candidateNodes } from '../document/candidates.ts';
import { valueGroups, type ValueGroup } from '../document/value-groups.ts';
import type { Matching, PlacedInstance } from '../matching.ts';
import { appendTo, type ModelNode } from '../model.ts';
import { tooManyValues } from '../problems.ts';
import { noNode, notMatching } from './choice-problems.ts';
import { chooseAsStored } from './choose-as-stored.ts';
import { chooseBestNodes } from './choose-best-nodes.ts';
import { measureNodes } from './measure-mismatch.ts';
import { noMismatch, type Mismatch } from './mismatch.ts';
import { orphanNode } from './orphans.ts';
import { refuseAmbiguousValue } from './refuse-ambiguous-value.ts';
import { reportUnknown } from './unknown-predicate.ts';

/**
 * Chooses the nodes for which the values of a predicate stand. Each rule leaves fewer nodes to a value:
 *
 * 1. the node that its `@id` names,
 * 2. the nodes with its predicate, its form and its class (candidate-nodes.ts),
 * 3. the nodes whose datatype reads it, with everything nested in it (measure-value-mismatch.ts), and that have capacity for it,
 * 4. of these, the nodes that match best (choose-best-nodes.ts),
 * 5. the node where the value is stored (choose-as-stored.ts).
 *
 * A value for which several nodes are left is refused (refuse-ambiguous-value.ts). A value for which no node is left is reported.
 * @returns the value groups of each node
 * @throws TooAmbiguousError
 */
export function chooseNodes(
  matching: Matching,
  parent: PlacedInstance,
  { predicate, values, pointer }: IncomingProperty,
): ReadonlyMap<ModelNode, readonly ValueGroup[]> {
  const { problems } = matching;
  const nodes = parent.node.children.get(predicate) ?? [];
  const groups = valueGroups(values, matching.uris);
  const candidates = new Map<ValueGroup, readonly ModelNode[]>();
  const orphans = new Map<ValueGroup, ModelNode>();
  const unknown: ValueGroup[] = [];
  for (const group of groups) {
    const some = candidateNodes(group.values, nodes, matching);
    const orphan = orphanNode(matching, parent, predicate, group, some);
    if (orphan !== undefined) orphans.set(group, orphan);
    else if (some.length > 0) candidates.set(group, some);
    else if (nodes.length > 0) problems.push(noNode({ matching, parent, group, nodes }));
    else unknown.push(group);
  }
  const reported = unknown.length === groups.length ? [{ pointer }] : unknown;
  for (const { pointer } of reported) reportUnknown(matching, parent.node, { predicate, pointer });
  const chosen = chooseAmong(matching, parent, candidates);
  const byNode = new Map<ModelNode, ValueGroup[]>();
  for (const group of groups) {
    const node = orphans.get(group) ?? chosen.get(group);
    if (node !== undefined) appendTo(byNode, node, group);
  }
  return byNode;
}

/** Applies rules 3 to 5. */
function chooseAmong(
  matching: Matching,
  parent: PlacedInstance,
  nodesOf: ReadonlyMap<ValueGroup, readonly ModelNode[]>,
): ReadonlyMap<ValueGroup, ModelNode> {
  const { measure, problems, index } = matching;
  if (Array.from(nodesOf.values()).every(({ length }) => length === 1))
    return new Map(Array.from(nodesOf).flatMap(([group, [only]]) => (only ? [[group, only]] : [])));
  const candidates = new Map<ValueGroup, ReadonlyMap<ModelNode, Mismatch>>();
  for (const [group, nodes] of nodesOf) {
    const [only, another] = nodes;
    const measured =
      only !== undefined && another === undefined
        ? new Map([[only, noMismatch]])
        : measureNodes(group, nodes, measure);
    if (measured.size > 0) candidates.set(group, measured);
    else problems.push(notMatching({ matching, parent, group, nodes }));
  }
  const best = chooseBestNodes(candidates, matching, ({ nodeId, mostInstances }) =>
    Math.max(mostInstances, index.children(parent.stored, nodeId).length),
  );
  for (const group of best.excluded) {
    const [node] = candidates.get(group)?.keys() ?? [];
    if (node !== undefined) problems.push(tooManyValues(node, group.pointer));
  }
  if (best.open.size === 0) return best.chosen;
  const asStored = chooseAsStored(matching, parent, candidates, best);
  if (asStored !== undefined) return asStored;
  for (const [group, nodes] of best.open) refuseAmbiguousValue(matching, parent, group, nodes);
  return best.chosen;
}
