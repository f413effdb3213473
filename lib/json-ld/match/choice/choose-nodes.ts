import type { IncomingProperty } from '../../incoming.ts';
import { likelyNodes } from '../document/likely.ts';
import { unitsOf, type Unit } from '../document/units.ts';
import type { Matching, Placed } from '../matching.ts';
import { appendTo, type ModelNode } from '../model/model.ts';
import { tooManyValues } from '../values/value-problems.ts';
import { assignUnits, mostInstances } from './assign-units.ts';
import { ambiguous, noNode, notMatching } from './choice-problems.ts';
import type { Assignment, Chooser } from './chooser.ts';
import { decideByStored } from './decide-by-stored.ts';
import { chooserOf } from './fits.ts';
import { hungNode } from './hung-nodes.ts';
import { reportUnknown } from './unknown-predicate.ts';

/** The units that stand for each node. */
type UnitsByNode = ReadonlyMap<ModelNode, readonly Unit[]>;

/**
 * The nodes of the model that the values of a predicate stand for. All of them are decided together; what cannot be decided is
 * reported and left out.
 * @returns undefined where the model has no such predicate here
 */
export function chooseNodes(
  matching: Matching,
  parent: Placed,
  { predicate, values }: IncomingProperty,
): UnitsByNode | undefined {
  const { reader, problems } = matching;
  const nodes = parent.node.children.get(predicate) ?? [];
  const units = unitsOf(values, reader.names);
  const choosers: Chooser<Unit, ModelNode>[] = [];
  const hanging = new Map<Unit, ModelNode>();
  const unknown: Unit[] = [];
  for (const unit of units) {
    const likely = likelyNodes(unit.values, nodes, reader);
    const hung = hungNode(matching, parent, predicate, unit, likely);
    if (hung !== undefined) hanging.set(unit, hung);
    else if (likely.length > 0)
      choosers.push({ item: unit, choices: likely.map((place) => ({ place, cost: 0 })) });
    else if (nodes.length > 0) problems.push(noNode(matching, parent, unit, nodes));
    else unknown.push(unit);
  }
  if (unknown.length === units.length) return undefined;
  for (const { pointer } of unknown) reportUnknown(matching, parent.node, { predicate, pointer });
  const chosen = choosers.some(({ choices }) => choices.length > 1)
    ? chooseAmong(matching, parent, choosers)
    : new Map(choosers.flatMap(({ item, choices: [only] }) => (only ? [[item, only.place]] : [])));
  const found = new Map<ModelNode, Unit[]>();
  for (const unit of units) {
    const node = hanging.get(unit) ?? chosen.get(unit);
    if (node !== undefined) appendTo(found, node, unit);
  }
  return found;
}

/** Chooses where some units could stand for several nodes. */
function chooseAmong(
  matching: Matching,
  parent: Placed,
  choosers: readonly Chooser<Unit, ModelNode>[],
): ReadonlyMap<Unit, ModelNode> {
  const { fit, fitWorld, problems, index } = matching;
  const able = choosers.flatMap(({ item, choices }) => {
    const nodes = choices.map(({ place }) => place);
    if (nodes.length === 1) return [{ item, choices }];
    const tried = chooserOf(item, nodes, fit);
    if (tried.choices.length > 0) return [tried];
    problems.push(notMatching(matching, parent, item, nodes));
    return [];
  });
  const most = (node: ModelNode): number =>
    Math.max(mostInstances(node), index.below(parent.stored, node.nodeId).length);
  const assignment = assignUnits(able, most, fitWorld);
  for (const { item, choices } of able) {
    const [first] = choices;
    if (first !== undefined && !assignment.chosen.has(item))
      problems.push(tooManyValues(first.place, item.pointer));
  }
  if (assignment.open.size === 0) return assignment.chosen;
  return settled(matching, parent, able, assignment);
}

/** Settles what could be read in several ways by what is stored; else it is a problem. */
function settled(
  matching: Matching,
  parent: Placed,
  choosers: readonly Chooser<Unit, ModelNode>[],
  assignment: Assignment<Unit, ModelNode>,
): ReadonlyMap<Unit, ModelNode> {
  const byStored = decideByStored(matching, parent, choosers, assignment);
  if (byStored !== undefined) return byStored;
  for (const [unit, nodes] of assignment.open)
    matching.problems.push(ambiguous(matching, parent, unit, nodes));
  return new Map(Array.from(assignment.chosen).filter(([unit]) => !assignment.open.has(unit)));
}
