import type { IncomingProperty, IncomingValue } from '../../incoming-value.ts';
import type { CostContext } from '../context.ts';
import { isCandidate, isClassOfLiteral } from '../document/candidates.ts';
import { mergedProperties } from '../document/nested-properties.ts';
import { valueGroups, type ValueGroup } from '../document/value-groups.ts';
import { mayBeMissing, type ModelNode } from '../model.ts';
import { readValue } from '../values/read-value.ts';
import { writtenDifference } from '../values/written-difference.ts';
import { chooseBestNodes, mismatchOfMissing } from './choose-best-nodes.ts';
import { noMismatch, sumOfMismatches, type Mismatch } from './mismatch.ts';

/**
 * Measures the mismatch of reading a value group, with everything nested in it, as an instance of a node.
 * @returns undefined if the group cannot be read as one
 * @throws TooAmbiguousError
 */
export type MeasureMismatch = (group: ValueGroup, node: ModelNode) => Mismatch | undefined;

/** The work of reading one value, in steps of the work limit. */
const readingSteps = 5;

/** Creates the measure for one document. The innermost values are measured first, and equal values once for each node. */
export function createMeasure(context: CostContext): MeasureMismatch {
  const cached = new Map<string, Mismatch | undefined>();

  const measure: MeasureMismatch = (group, node) => {
    const key = `${node.nodeId} ${context.identity(group.values)}`;
    if (cached.has(key)) return cached.get(key);
    context.workLimit.count(readingSteps);
    const own = valueMismatch(group.values, node, context);
    const nested = own && nestedMismatch(group.values, node);
    const mismatch =
      own && nested && sumOfMismatches([own, nested, hiddenMismatch(group, node, context)]);
    cached.set(key, mismatch);
    return mismatch;
  };

  const nestedMismatch = (
    values: readonly IncomingValue[],
    node: ModelNode,
  ): Mismatch | undefined => {
    const mismatches: Mismatch[] = [];
    const properties = mergedProperties(values, node, context.uris);
    for (const property of properties) {
      const mismatch = propertyMismatch(property, node);
      if (mismatch === undefined) return undefined;
      mismatches.push(mismatch);
    }
    const present = new Set(properties.map(({ predicate }) => predicate));
    for (const [predicate, children] of node.children) {
      if (!present.has(predicate)) mismatches.push(...children.map(mismatchOfMissing));
    }
    return sumOfMismatches(mismatches);
  };

  const propertyMismatch = (
    { predicate, values }: IncomingProperty,
    parent: ModelNode,
  ): Mismatch | undefined => {
    const nodes = parent.children.get(predicate) ?? [];
    if (nodes.length === 0)
      return context.input.unknown === 'ignore'
        ? { ...noMismatch, ignoredPredicates: 1 }
        : undefined;
    const groups = valueGroups(values, context.uris);
    const candidates = new Map(
      groups.map((group) => [group, measureNodes(group, nodes, measure)] as const),
    );
    const measured = Array.from(candidates.values());
    if (measured.some(({ size }) => size === 0)) return undefined;
    const { excluded, mismatch } = chooseBestNodes(candidates, context);
    if (excluded.length > 0) return undefined;
    const others = nodes.filter((node) => !measured.some((some) => some.has(node)));
    return sumOfMismatches([mismatch, ...others.map(mismatchOfMissing)]);
  };

  return measure;
}

/** Returns the nodes that can read a value group, each with its mismatch. */
export function measureNodes(
  group: ValueGroup,
  nodes: readonly ModelNode[],
  measure: MeasureMismatch,
): ReadonlyMap<ModelNode, Mismatch> {
  const measured = new Map<ModelNode, Mismatch>();
  for (const node of nodes) {
    const mismatch = measure(group, node);
    if (mismatch !== undefined) measured.set(node, mismatch);
  }
  return measured;
}

/**
 * A node that documents can leave out is less likely, unless an id names it, or the document repeats a stored value of it that differs
 * from the values of its siblings.
 */
function hiddenMismatch(
  { uri, values }: ValueGroup,
  node: ModelNode,
  context: CostContext,
): Mismatch {
  if (!mayBeMissing(node, context.input.hidden) || uri?.nodeId === node.nodeId) return noMismatch;
  const isRepeated =
    !context.model.indistinguishable.has(node.nodeId) &&
    context.repeatedValue(values, node).value !== null;
  return isRepeated ? noMismatch : { ...noMismatch, hiddenNodes: 1 };
}

/**
 * Measures the mismatch of the values of an instance, without the values nested in them.
 * @returns undefined if the node cannot read them
 */
function valueMismatch(
  values: readonly IncomingValue[],
  node: ModelNode,
  context: CostContext,
): Mismatch | undefined {
  const [first] = values;
  if (first === undefined || !values.every((value) => isCandidate(value, node, context)))
    return undefined;
  const read = readValue(values, node, context);
  if (read.kind === 'problem' || (read.kind === 'value' && read.problems.length > 0))
    return undefined;
  const isEmpty = read.kind === 'nothing' || read.value === null;
  const ofOtherClass = values.filter(
    (value) => value.kind === 'literal' && !isClassOfLiteral(node, value),
  );
  return {
    ...noMismatch,
    literalsOfOtherClass: ofOtherClass.length,
    spellingDifference: writtenDifference(first, node, read, context),
    missingValues: isEmpty && node.node.isRequired ? 1 : 0,
  };
}
