import type { IncomingProperty, IncomingValue } from '../../incoming-value.ts';
import type { MeasureContext } from '../matching-contexts.ts';
import { isCandidate, isClassOfLiteral } from '../document/candidate-nodes.ts';
import { mergeNestedProperties } from '../document/nested-properties.ts';
import { groupValues, type ValueGroup } from '../document/value-groups.ts';
import { canBeMissing, type ModelNode } from '../match-model.ts';
import { readValue } from '../values/read-value.ts';
import { measureSpellingDifference } from '../values/spelling-difference.ts';
import { chooseBestNodes, mismatchOfMissingNode } from './choose-best-nodes.ts';
import { noMismatch, sumMismatches, type Mismatch } from './compare-mismatches.ts';

/**
 * Measures the mismatch of reading a value group, with everything nested in it, as an instance of a node.
 * @returns undefined if the group cannot be read as one
 * @throws TooAmbiguousError
 */
export type MeasureMismatch = (group: ValueGroup, node: ModelNode) => Mismatch | undefined;

/** The work of reading one value, in steps of the work limit. */
const stepsPerValue = 5;

/** Creates the measure for one document. The innermost values are measured first, and equal values once for each node. */
export function createMismatchMeasure(context: MeasureContext): MeasureMismatch {
  const cachedMismatches = new Map<string, Mismatch | undefined>();

  const measure: MeasureMismatch = (group, node) => {
    const key = `${node.nodeId} ${context.keyOfValues(group.values)}`;
    if (cachedMismatches.has(key)) return cachedMismatches.get(key);
    context.workLimit.countOrThrow(stepsPerValue);
    const ownMismatch = measureOwnMismatch(group.values, node, context);
    const mismatchOfNested = ownMismatch && measureNestedMismatch(group.values, node);
    const mismatch =
      ownMismatch &&
      mismatchOfNested &&
      sumMismatches([ownMismatch, mismatchOfNested, measureHiddenMismatch(group, node, context)]);
    cachedMismatches.set(key, mismatch);
    return mismatch;
  };

  const measureNestedMismatch = (
    values: readonly IncomingValue[],
    node: ModelNode,
  ): Mismatch | undefined => {
    const mismatches: Mismatch[] = [];
    const properties = mergeNestedProperties(values, node, context.uris);
    for (const property of properties) {
      const mismatch = measurePropertyMismatch(property, node);
      if (mismatch === undefined) return undefined;
      mismatches.push(mismatch);
    }
    const presentPredicates = new Set(properties.map(({ predicate }) => predicate));
    for (const [predicate, children] of node.children) {
      if (!presentPredicates.has(predicate))
        mismatches.push(...children.map(mismatchOfMissingNode));
    }
    return sumMismatches(mismatches);
  };

  const measurePropertyMismatch = (
    { predicate, values }: IncomingProperty,
    parent: ModelNode,
  ): Mismatch | undefined => {
    const nodes = parent.children.get(predicate) ?? [];
    if (nodes.length === 0)
      return context.input.unknownPredicates === 'ignore'
        ? { ...noMismatch, ignoredPredicates: 1 }
        : undefined;
    const groups = groupValues(values, context.uris);
    const candidates = new Map(
      groups.map((group) => [group, measureCandidates(group, nodes, measure)] as const),
    );
    const candidateMismatches = Array.from(candidates.values());
    if (candidateMismatches.some(({ size }) => size === 0)) return undefined;
    const { excluded, mismatch } = chooseBestNodes(candidates, context);
    if (excluded.length > 0) return undefined;
    const unusedNodes = nodes.filter(
      (node) => !candidateMismatches.some((mismatchByNode) => mismatchByNode.has(node)),
    );
    return sumMismatches([mismatch, ...unusedNodes.map(mismatchOfMissingNode)]);
  };

  return measure;
}

/** Returns the nodes that can read a value group, each with its mismatch. */
export function measureCandidates(
  group: ValueGroup,
  nodes: readonly ModelNode[],
  measure: MeasureMismatch,
): ReadonlyMap<ModelNode, Mismatch> {
  const mismatches = new Map<ModelNode, Mismatch>();
  for (const node of nodes) {
    const mismatch = measure(group, node);
    if (mismatch !== undefined) mismatches.set(node, mismatch);
  }
  return mismatches;
}

/**
 * Returns the mismatch of a node that documents can leave out. Such a node is less likely. The mismatch is none if an id names the node, or
 * if the document repeats a stored value of it and its values do not look like those of a sibling.
 */
function measureHiddenMismatch(
  { uri, values }: ValueGroup,
  node: ModelNode,
  context: MeasureContext,
): Mismatch {
  if (!canBeMissing(node, context.input.hiddenNodegroups) || uri?.nodeId === node.nodeId)
    return noMismatch;
  const isRepeated =
    !context.model.indistinguishableNodeIds.has(node.nodeId) &&
    context.findRepeatedValue(values, node).value !== null;
  return isRepeated ? noMismatch : { ...noMismatch, hiddenNodes: 1 };
}

/**
 * Measures the mismatch of the values of an instance, without the values nested in them.
 * @returns undefined if the node cannot read them
 */
function measureOwnMismatch(
  values: readonly IncomingValue[],
  node: ModelNode,
  context: MeasureContext,
): Mismatch | undefined {
  const [first] = values;
  if (first === undefined || !values.every((value) => isCandidate(value, node, context)))
    return undefined;
  const readResult = readValue(values, node, context);
  if (
    readResult.kind === 'problem' ||
    (readResult.kind === 'value' && readResult.problems.length > 0)
  )
    return undefined;
  const isEmpty = readResult.kind === 'nothing' || readResult.value === null;
  const literalsOfOtherClass = values.filter(
    (value) => value.kind === 'literal' && !isClassOfLiteral(node, value),
  );
  return {
    ...noMismatch,
    literalsOfOtherClass: literalsOfOtherClass.length,
    spellingDifference: measureSpellingDifference(first, node, readResult, context),
    missingValues: isEmpty && node.compiledNode.isRequired ? 1 : 0,
  };
}
