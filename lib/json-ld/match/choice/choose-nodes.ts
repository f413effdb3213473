// choice/: which node of the model each value of a document stands for.

import type { IncomingProperty } from '../../incoming-value.ts';
import { candidateNodes } from '../document/candidates.ts';
import { valueGroups, type ValueGroup } from '../document/value-groups.ts';
import type { Matching, PlacedInstance } from '../matching.ts';
import { appendTo, type ModelNode } from '../model.ts';
import { tooManyValues } from '../problems.ts';
import { assignValues } from './assign-values.ts';
import { ambiguous, noNode, notMatching } from './choice-problems.ts';
import type { Assignment, Chooser } from './choices.ts';
import { withCosts } from './costs.ts';
import { decideByStored } from './decide-by-stored.ts';
import { orphanNode } from './orphans.ts';
import { reportUnknown } from './unknown-predicate.ts';

/**
 * Chooses the nodes for which the values of a predicate stand. All values are decided together. What cannot be decided is reported
 * and left out.
 * @returns the value groups of each node
 */
export function chooseNodes(
  matching: Matching,
  parent: PlacedInstance,
  { predicate, values, pointer }: IncomingProperty,
): ReadonlyMap<ModelNode, readonly ValueGroup[]> {
  const { problems } = matching;
  const nodes = parent.node.children.get(predicate) ?? [];
  const groups = valueGroups(values, matching.uris);
  const choosers: Chooser<ValueGroup, ModelNode>[] = [];
  const orphans = new Map<ValueGroup, ModelNode>();
  const unknown: ValueGroup[] = [];
  for (const group of groups) {
    const candidates = candidateNodes(group.values, nodes, matching);
    const orphan = orphanNode(matching, parent, predicate, group, candidates);
    if (orphan !== undefined) orphans.set(group, orphan);
    else if (candidates.length > 0)
      choosers.push({ item: group, choices: candidates.map((place) => ({ place, cost: 0n })) });
    else if (nodes.length > 0) problems.push(noNode({ matching, parent, group, nodes }));
    else unknown.push(group);
  }
  const reported = unknown.length === groups.length ? [{ pointer }] : unknown;
  for (const { pointer } of reported) reportUnknown(matching, parent.node, { predicate, pointer });
  const chosen = choosers.some(({ choices }) => choices.length > 1)
    ? chooseAmong(matching, parent, choosers)
    : new Map(choosers.flatMap(({ item, choices: [only] }) => (only ? [[item, only.place]] : [])));
  const found = new Map<ModelNode, ValueGroup[]>();
  for (const group of groups) {
    const node = orphans.get(group) ?? chosen.get(group);
    if (node !== undefined) appendTo(found, node, group);
  }
  return found;
}

/** Chooses where some groups have several candidates. */
function chooseAmong(
  matching: Matching,
  parent: PlacedInstance,
  choosers: readonly Chooser<ValueGroup, ModelNode>[],
): ReadonlyMap<ValueGroup, ModelNode> {
  const { costOf, problems, index } = matching;
  const possible = choosers.flatMap(({ item, choices }) => {
    const nodes = choices.map(({ place }) => place);
    if (nodes.length === 1) return [{ item, choices }];
    const chooser = withCosts(item, nodes, costOf);
    if (chooser.choices.length > 0) return [chooser];
    problems.push(notMatching({ matching, parent, group: item, nodes }));
    return [];
  });
  const assignment = assignValues(possible, matching, ({ nodeId, mostInstances }) =>
    Math.max(mostInstances, index.children(parent.stored, nodeId).length),
  );
  for (const { item, choices } of possible) {
    const [first] = choices;
    if (first !== undefined && !assignment.chosen.has(item))
      problems.push(tooManyValues(first.place, item.pointer));
  }
  return assignment.open.size === 0
    ? assignment.chosen
    : decided(matching, parent, possible, assignment);
}

/** Decides by what is stored where several readings cost the same. Where that decides nothing, it is a problem. */
function decided(
  matching: Matching,
  parent: PlacedInstance,
  choosers: readonly Chooser<ValueGroup, ModelNode>[],
  assignment: Assignment<ValueGroup, ModelNode>,
): ReadonlyMap<ValueGroup, ModelNode> {
  const byStored = decideByStored(matching, parent, choosers, assignment);
  if (byStored !== undefined) return byStored;
  for (const [group, nodes] of assignment.open)
    matching.problems.push(ambiguous({ matching, parent, group, nodes }));
  return new Map(Array.from(assignment.chosen).filter(([group]) => !assignment.open.has(group)));
}
