// The folder choice/ decides which node of the model each value of a document stands for.

import type { IncomingProperty } from '../../incoming-value.ts';
import { findCandidateNodes } from '../document/candidate-nodes.ts';
import { groupValues, type ValueGroup } from '../document/value-groups.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import { appendTo, type ModelNode } from '../match-model.ts';
import { createTooManyValuesProblem } from '../match-problems.ts';
import {
  createNoNodeProblem,
  createNotMatchingProblem,
  firstNodeNames,
} from './choice-problems.ts';
import { chooseAsStored } from './choose-as-stored.ts';
import { chooseBestNodes } from './choose-best-nodes.ts';
import { measureCandidates } from './measure-value-mismatch.ts';
import { noMismatch, type Mismatch } from './compare-mismatches.ts';
import { findOrphanNode } from './find-orphan-node.ts';
import { reportUnknownPredicate } from './report-unknown-predicate.ts';
import { suggestCandidates } from './suggest-candidates.ts';

/**
 * Chooses the nodes for which the values of a predicate stand. Each rule leaves fewer nodes to a value:
 *
 * 1. the node that its `@id` names,
 * 2. the nodes with its predicate, its form and its class (candidate-nodes.ts),
 * 3. the nodes whose datatype reads it, with everything nested in it (measure-value-mismatch.ts), and that have capacity for it,
 * 4. of these, the nodes that match best (choose-best-nodes.ts),
 * 5. the node where the value is stored (choose-as-stored.ts).
 *
 * A value for which several nodes are left is refused (`chooseAmongCandidates`). A value for which no node is left is reported.
 * @rule Writing: Which node and tile does a value of a document stand for?
 * @returns the value groups of each node
 * @throws TooAmbiguousError
 */
export function chooseNodes(
  matching: MatchingState,
  parent: PlacedInstance,
  { predicate, values, pointer }: IncomingProperty,
): ReadonlyMap<ModelNode, readonly ValueGroup[]> {
  const { problems } = matching;
  const nodes = parent.node.children.get(predicate) ?? [];
  const groups = groupValues(values, matching.uris);
  const candidates = new Map<ValueGroup, readonly ModelNode[]>();
  const orphans = new Map<ValueGroup, ModelNode>();
  const unknownGroups: ValueGroup[] = [];
  for (const group of groups) {
    const groupCandidates = findCandidateNodes(group.values, nodes, matching);
    const orphan = findOrphanNode(matching, parent, predicate, group, groupCandidates);
    if (orphan !== undefined) orphans.set(group, orphan);
    else if (groupCandidates.length > 0) candidates.set(group, groupCandidates);
    else if (nodes.length > 0)
      problems.push(createNoNodeProblem({ matching, parent, group, nodes }));
    else unknownGroups.push(group);
  }
  const reportedProperties = unknownGroups.length === groups.length ? [{ pointer }] : unknownGroups;
  for (const { pointer } of reportedProperties)
    reportUnknownPredicate(matching, parent.node, { predicate, pointer });
  const chosen = chooseAmongCandidates(matching, parent, candidates);
  const byNode = new Map<ModelNode, ValueGroup[]>();
  for (const group of groups) {
    const node = orphans.get(group) ?? chosen.get(group);
    if (node !== undefined) appendTo(byNode, node, group);
  }
  return byNode;
}

/**
 * Applies rules 3 to 5.
 * @rule Writing: Who refuses an ambiguous value?
 */
function chooseAmongCandidates(
  matching: MatchingState,
  parent: PlacedInstance,
  nodesByGroup: ReadonlyMap<ValueGroup, readonly ModelNode[]>,
): ReadonlyMap<ValueGroup, ModelNode> {
  const { measureMismatch, problems, index } = matching;
  if (Array.from(nodesByGroup.values()).every(({ length }) => length === 1))
    return new Map(
      Array.from(nodesByGroup).flatMap(([group, [onlyNode]]) =>
        onlyNode ? [[group, onlyNode]] : [],
      ),
    );
  const candidates = new Map<ValueGroup, ReadonlyMap<ModelNode, Mismatch>>();
  for (const [group, nodes] of nodesByGroup) {
    const [onlyNode, another] = nodes;
    const mismatches =
      onlyNode !== undefined && another === undefined
        ? new Map([[onlyNode, noMismatch]])
        : measureCandidates(group, nodes, measureMismatch);
    if (mismatches.size > 0) candidates.set(group, mismatches);
    else problems.push(createNotMatchingProblem({ matching, parent, group, nodes }));
  }
  const bestNodes = chooseBestNodes(candidates, matching, ({ nodeId, maxInstances }) =>
    Math.max(maxInstances, index.childrenOf(parent.storedInstance, nodeId).length),
  );
  for (const group of bestNodes.excluded) {
    const [node] = candidates.get(group)?.keys() ?? [];
    if (node !== undefined) problems.push(createTooManyValuesProblem(node, group.pointer));
  }
  if (bestNodes.undecided.size === 0) return bestNodes.chosen;
  const storedChoice = chooseAsStored(matching, parent, candidates, bestNodes);
  if (storedChoice !== undefined) return storedChoice;
  for (const [group, nodes] of bestNodes.undecided)
    refuseAmbiguousValue(matching, parent, group, nodes);
  return bestNodes.chosen;
}

/**
 * Refuses a value for which the rules of choose-nodes.ts leave several nodes. The problem has the `@id` to
 * write for each of the nodes.
 */
function refuseAmbiguousValue(
  matching: MatchingState,
  parent: PlacedInstance,
  group: ValueGroup,
  nodes: readonly ModelNode[],
): void {
  const isLiteral = group.values.some(({ kind }) => kind === 'literal');
  const remedy = isLiteral
    ? 'write {"@id": …, "http://www.w3.org/1999/02/22-rdf-syntax-ns#value": the literal}, with the @id of the intended node'
    : 'write the @id of the intended node';
  const names = firstNodeNames(nodes);
  const otherCount = nodes.length - names.length;
  const choices =
    names.join(' or ') + (otherCount > 0 ? ` or one of ${otherCount} other nodes` : '');
  matching.problems.push({
    code: 'ambiguous',
    pointer: group.pointer,
    message: `This could be ${choices}, and nothing shows which: ${remedy}.`,
    candidates: suggestCandidates({ matching, parent, group, nodes }),
  });
}
