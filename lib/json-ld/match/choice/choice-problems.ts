import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import { findCandidateNodes, hasFittingClass } from '../document/candidate-nodes.ts';
import { valueFormOf } from '../document/value-form.ts';
import { mergeNestedProperties } from '../document/nested-properties.ts';
import type { MatchingState } from '../matching-state.ts';
import type { ModelNode } from '../match-model.ts';
import { readValue } from '../values/read-value.ts';
import { toDocumentProblems } from '../match-problems.ts';
import { suggestCandidates, type UnmatchedGroup } from './suggest-candidates.ts';

/** A message with more reasons would be hard to read. */
const maxReasons = 5;

/** Creates the problem for a value whose form or class matches none of the nodes of its predicate. */
export function createNoNodeProblem(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const matchingNodes = nodes.filter((node) =>
    group.values.every((value) => valueFormOf(value, node, matching.uris) !== undefined),
  );
  if (matchingNodes.length === 0) {
    return group.uri === undefined
      ? createNotMatchingProblem(unmatched)
      : createNodeElsewhereProblem(unmatched);
  }
  const mismatchedValue = group.values.find((value) =>
    matchingNodes.every((node) => !hasFittingClass(value, node, matching)),
  );
  const types = mismatchedValue?.kind === 'node' ? mismatchedValue.types : [];
  const nodeClasses = matchingNodes.map((node) => `${node.classIri ?? 'any class'} (${node.name})`);
  return {
    code: 'no_such_class',
    pointer: mismatchedValue?.pointer ?? group.pointer,
    message: `Below ${parent.node.name}, ${predicateOf(nodes)} leads to no node of the class ${types.join(', ')}. Use one of ${nodeClasses.slice(0, maxReasons).join(', ')}.`,
    candidates: suggestCandidates({ ...unmatched, nodes: matchingNodes }),
  };
}

/** Creates the problem for a value whose `@id` names a node that is not a child of the parent. */
function createNodeElsewhereProblem(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const namedNode = group.uri && matching.model.nodes.get(group.uri.nodeId);
  const [code, description] =
    namedNode === undefined
      ? ['no_such_node', `node ${group.uri?.nodeId ?? ''}, which the model does not have`]
      : ['node_elsewhere', `${namedNode.name}, which is elsewhere in the model`];
  return {
    code,
    pointer: group.pointer,
    message: `The @id names ${description}. Below ${parent.node.name}, ${predicateOf(nodes)} leads to ${firstNodeNames(nodes).join(', ')}: name one of these, or leave the @id out.`,
    candidates: suggestCandidates(unmatched),
  };
}

/**
 * Creates the problem for a value that none of several nodes can read, with the reason for each node. Text that must be JSON and is not is
 * the only problem, because it is wrong for every node.
 */
export function createNotMatchingProblem(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const mismatches = nodes.slice(0, maxReasons).map((node) => ({
    node,
    mismatch: explainMismatch(matching, group.values, node),
  }));
  const damaged = mismatches.find(({ mismatch }) => mismatch?.problem !== undefined);
  if (damaged?.mismatch?.problem !== undefined) return damaged.mismatch.problem;
  const reasons = mismatches.map(
    ({ node, mismatch }) => `${node.name}: ${mismatch?.reason ?? 'Its nested values do not fit.'}`,
  );
  return {
    code: 'not_matching',
    pointer: group.pointer,
    message: `None of the nodes that ${predicateOf(nodes)} leads to below ${parent.node.name} can have this value. ${reasons.join(' ')}`,
    candidates: suggestCandidates(unmatched),
  };
}

export const firstNodeNames = (nodes: readonly ModelNode[]): readonly string[] =>
  nodes.slice(0, maxReasons).map(({ name }) => name);

function predicateOf([first]: readonly ModelNode[]): string {
  return first?.predicate ?? '';
}

/** Deeper levels are not searched for reasons, because the message would be hard to understand. */
const maxDepth = 4;

type MismatchExplanation = {
  readonly reason: string;
  /** The problem of the value, if it is the same for every node. */
  readonly problem?: DocumentProblem;
};

/**
 * Explains in one sentence why values cannot stand for an instance of a node.
 * @returns undefined if they can, or if the reason is deeper than `maxDepth`
 */
function explainMismatch(
  matching: MatchingState,
  values: readonly IncomingValue[],
  node: ModelNode,
  depth = 0,
): MismatchExplanation | undefined {
  matching.workLimit.countOrThrow(1);
  for (const value of values) {
    if (valueFormOf(value, node, matching.uris) === undefined)
      return { reason: explainFormMismatch(value, node) };
    if (!hasFittingClass(value, node, matching))
      return { reason: `Its class is ${node.classIri ?? 'none'}.` };
  }
  const readResult = readValue(values, node, matching);
  if (readResult.kind === 'problem') {
    const { code, message, sources } = readResult;
    const pointer = sources[0]?.pointer ?? values[0]?.pointer ?? '';
    const [problem] = toDocumentProblems(readResult, node, pointer);
    return code === undefined || problem === undefined
      ? { reason: message }
      : { reason: message, problem };
  }
  const [problem] = readResult.kind === 'value' ? readResult.problems : [];
  return problem === undefined
    ? explainNestedMismatch(matching, values, node, depth)
    : { reason: problem.message };
}

function explainFormMismatch(value: IncomingValue, { datatype }: ModelNode): string {
  if (value.kind === 'literal')
    return 'It groups other values: write a node object with these, not a literal.';
  return datatype.linkedCodec.kind === 'literal' && value.id !== ''
    ? `Its values are literals, and ${value.id} is not a literal.`
    : `The @id ${value.id} names another node.`;
}

function explainNestedMismatch(
  matching: MatchingState,
  values: readonly IncomingValue[],
  node: ModelNode,
  depth: number,
): MismatchExplanation | undefined {
  if (depth === maxDepth) return undefined;
  for (const { predicate, values: nested } of mergeNestedProperties(values, node, matching.uris)) {
    const nodes = node.children.get(predicate) ?? [];
    if (nodes.length === 0) {
      if (matching.input.unknownPredicates === 'refuse')
        return { reason: `It has no property ${predicate}.` };
      continue;
    }
    for (const value of nested) {
      const mismatch = explainWhyNoNodeFits(matching, value, nodes, predicate, depth + 1);
      if (mismatch !== undefined) return mismatch;
    }
  }
  return undefined;
}

function explainWhyNoNodeFits(
  matching: MatchingState,
  value: IncomingValue,
  nodes: readonly ModelNode[],
  predicate: string,
  depth: number,
): MismatchExplanation | undefined {
  const candidates = findCandidateNodes([value], nodes, matching);
  const mismatches = (candidates.length > 0 ? candidates : nodes).map((node) => ({
    node,
    mismatch: explainMismatch(matching, [value], node, depth),
  }));
  if (mismatches.some(({ mismatch }) => mismatch === undefined)) return undefined;
  const [first] = mismatches;
  if (first?.mismatch === undefined) return undefined;
  const { node, mismatch } = first;
  return { ...mismatch, reason: `In ${predicate}, ${node.name}: ${mismatch.reason}` };
}
