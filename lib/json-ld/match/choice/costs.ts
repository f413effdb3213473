import type { IncomingProperty, IncomingValue } from '../../incoming-value.ts';
import type { CostContext } from '../context.ts';
import { isCandidate, isClassOfLiteral } from '../document/candidates.ts';
import { mergedProperties } from '../document/nested-properties.ts';
import { valueGroups, type ValueGroup } from '../document/value-groups.ts';
import { mayBeMissing, type ModelNode } from '../model.ts';
import { readValue } from '../values/read-value.ts';
import { writtenDifference } from '../values/written-difference.ts';
import { assignValues, missingCost } from './assign-values.ts';
import type { Chooser } from './choices.ts';

/**
 * The cost of reading a value group as an instance of a node, with everything nested in it. Lower is better.
 * @returns undefined where it cannot be read so
 * @throws TooAmbiguousError
 */
export type CostOf = (group: ValueGroup, node: ModelNode) => bigint | undefined;

/** More than anything counts to: a document has less than 2^23 values, and what a value lacks counts to 1,000 for each node of a model. */
const levelBits = 64n;

/**
 * What a reading costs, each more than any number of the next: predicates that would be ignored, literals of another class, values
 * that would be written in another way, hidden nodes that the document does not name. A missing required value costs 1.
 */
const weights = {
  unknown: 1n << (4n * levelBits),
  otherClass: 1n << (3n * levelBits),
  different: 1n << (2n * levelBits),
  hidden: 1n << levelBits,
};

/** How many steps it takes to read a value. */
const readingSteps = 5;

/** Tells costs, from the innermost values outwards. The cost of each node and values is calculated once. */
export function costs(context: CostContext): CostOf {
  const cached = new Map<string, bigint | undefined>();

  const costOf: CostOf = (group, node) => {
    const key = `${node.nodeId} ${context.identity(group.values)}`;
    if (cached.has(key)) return cached.get(key);
    context.steps.take(readingSteps);
    const cost = calculate(group, node);
    cached.set(key, cost);
    return cost;
  };

  const calculate: CostOf = (group, node) => {
    const own = valueCost(group.values, node, context);
    if (own === undefined) return undefined;
    const nested = nestedCost(group.values, node);
    return nested === undefined ? undefined : own + nested + hiddenCost(group, node, context);
  };

  const nestedCost = (values: readonly IncomingValue[], node: ModelNode): bigint | undefined => {
    let cost = 0n;
    const properties = mergedProperties(values, node, context.uris);
    for (const property of properties) {
      const found = propertyCost(property, node);
      if (found === undefined) return undefined;
      cost += found;
    }
    const present = new Set(properties.map(({ predicate }) => predicate));
    for (const [predicate, children] of node.children) {
      if (!present.has(predicate)) cost += missingCosts(children);
    }
    return cost;
  };

  const propertyCost = (
    { predicate, values }: IncomingProperty,
    parent: ModelNode,
  ): bigint | undefined => {
    const nodes = parent.children.get(predicate) ?? [];
    if (nodes.length === 0) return context.input.unknown === 'ignore' ? weights.unknown : undefined;
    const groups = valueGroups(values, context.uris);
    const choosers = groups.map((group) => withCosts(group, nodes, costOf));
    if (choosers.some(({ choices }) => choices.length === 0)) return undefined;
    const { chosen, cost } = assignValues(choosers, context);
    if (chosen.size < groups.length) return undefined;
    const tried = new Set(choosers.flatMap(({ choices }) => choices.map(({ place }) => place)));
    return cost + missingCosts(nodes.filter((node) => !tried.has(node)));
  };

  return costOf;
}

const missingCosts = (nodes: readonly ModelNode[]): bigint =>
  nodes.reduce((sum, node) => sum + missingCost(node), 0n);

/** A value group with the nodes for which it can stand, and what each costs. */
export function withCosts(
  group: ValueGroup,
  nodes: readonly ModelNode[],
  costOf: CostOf,
): Chooser<ValueGroup, ModelNode> {
  const choices = nodes.flatMap((node) => {
    const cost = costOf(group, node);
    return cost === undefined ? [] : [{ place: node, cost }];
  });
  return { item: group, choices };
}

/**
 * The cost of a node that may be missing in documents. It is none where an id names the node, or where the document repeats a stored
 * value of it that needs no id to be told from the values of siblings.
 */
function hiddenCost({ uri, values }: ValueGroup, node: ModelNode, context: CostContext): bigint {
  if (!mayBeMissing(node, context.input.hidden) || uri?.nodeId === node.nodeId) return 0n;
  const isRepeated =
    !context.model.indistinguishable.has(node.nodeId) &&
    context.repeatedValue(values, node).value !== null;
  return isRepeated ? 0n : weights.hidden;
}

/**
 * The cost of reading values as an instance of a node, without what is nested in them.
 * @returns undefined where they cannot be read so
 */
function valueCost(
  values: readonly IncomingValue[],
  node: ModelNode,
  context: CostContext,
): bigint | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  if (!values.every((value) => isCandidate(value, node, context))) return undefined;
  const read = readValue(values, node, context);
  if (read.kind === 'problem' || (read.kind === 'value' && read.problems.length > 0))
    return undefined;
  const isEmpty = read.kind === 'nothing' || read.value === null;
  const difference = writtenDifference(first, node, read, context);
  const otherClass = values.filter(
    (value) => value.kind === 'literal' && !isClassOfLiteral(node, value),
  ).length;
  return (
    BigInt(otherClass) * weights.otherClass +
    BigInt(difference) * weights.different +
    (isEmpty && node.node.isRequired ? 1n : 0n)
  );
}
