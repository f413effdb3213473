import type { IncomingProperty, IncomingValue } from '../../incoming.ts';
import { mergedBelow } from '../document/merged-below.ts';
import { unitsOf, type Unit } from '../document/units.ts';
import type { ModelNode } from '../model/model.ts';
import { assignUnits, mostInstances } from './assign-units.ts';
import type { Chooser } from './chooser.ts';
import { hiddenCost, lackingCost, ownCost, unknownCost } from './costs.ts';
import type { FitWorld } from './fit-world.ts';

/**
 * Tells what speaks against reading a unit as an instance of a node, with all that hangs in it; undefined where it cannot be.
 * @throws TooAmbiguousError
 */
export type Fit = (unit: Unit, node: ModelNode) => number | undefined;

/** Reading a value is more work than a step elsewhere. */
const trial = 5;

/** Tries nodes for values from the bottom up, each combination of a node and what is said once. */
export function fits(world: FitWorld): Fit {
  const known = new Map<string, number | undefined>();

  const fit: Fit = (unit, node) => {
    const key = `${node.nodeId} ${unit.values.map(world.identity).join(' ')}`;
    if (known.has(key)) return known.get(key);
    world.steps.take(trial);
    const found = fitOnce(unit, node);
    known.set(key, found);
    return found;
  };

  const fitOnce: Fit = (unit, node) => {
    const own = ownCost(unit.values, node, world);
    if (own === undefined) return undefined;
    const below = costBelow(unit.values, node);
    return below === undefined ? undefined : own + below + hiddenCost(unit, node, world);
  };

  const costBelow = (values: readonly IncomingValue[], node: ModelNode): number | undefined => {
    let cost = 0;
    const properties = mergedBelow(values, node, world.reader.names);
    for (const property of properties) {
      const found = costOfProperty(property, node);
      if (found === undefined) return undefined;
      cost += found;
    }
    const said = new Set(properties.map(({ predicate }) => predicate));
    for (const [predicate, children] of node.children) {
      if (!said.has(predicate)) cost += sumOf(children, (child) => lackingCost(child, world));
    }
    return cost;
  };

  const costOfProperty = (
    { predicate, values }: IncomingProperty,
    parent: ModelNode,
  ): number | undefined => {
    const nodes = parent.children.get(predicate) ?? [];
    if (nodes.length === 0) return world.unknown === 'ignore' ? unknownCost : undefined;
    const units = unitsOf(values, world.reader.names);
    const choosers = units.map((unit) => chooserOf(unit, nodes, fit));
    if (choosers.some(({ choices }) => choices.length === 0)) return undefined;
    const { chosen, cost } = assignUnits(choosers, mostInstances, world);
    if (chosen.size < units.length) return undefined;
    const tried = new Set(choosers.flatMap(({ choices }) => choices.map(({ place }) => place)));
    return cost + sumOf(nodes, (node) => (tried.has(node) ? 0 : lackingCost(node, world)));
  };

  return fit;
}

/** A unit with the nodes for which it can stand. */
export function chooserOf(
  unit: Unit,
  nodes: readonly ModelNode[],
  fit: Fit,
): Chooser<Unit, ModelNode> {
  const choices = nodes.flatMap((node) => {
    const cost = fit(unit, node);
    return cost === undefined ? [] : [{ place: node, cost }];
  });
  return { item: unit, choices };
}

function sumOf(nodes: readonly ModelNode[], cost: (node: ModelNode) => number): number {
  return nodes.reduce((sum, node) => sum + cost(node), 0);
}
