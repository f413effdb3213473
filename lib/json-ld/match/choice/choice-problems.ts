import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import { candidateNodes, hasFittingClass } from '../document/candidates.ts';
import { formOf } from '../document/forms.ts';
import { mergedProperties } from '../document/nested-properties.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model.ts';
import { readValue } from '../values/read-value.ts';
import { suggestedIds, type UnmatchedGroup } from './suggested-ids.ts';

/** More reasons would not help a reader. */
const mostReasons = 5;

/** Creates the problem for a value whose form or class matches none of the nodes of its predicate. */
export function noNode(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const ofForm = nodes.filter((node) =>
    group.values.every((value) => formOf(value, node, matching.uris) !== undefined),
  );
  if (ofForm.length === 0) {
    return group.uri === undefined ? notMatching(unmatched) : nodeElsewhere(unmatched);
  }
  const other = group.values.find((value) =>
    ofForm.every((node) => !hasFittingClass(value, node, matching)),
  );
  const types = other?.kind === 'node' ? other.types : [];
  const known = ofForm.map((node) => `${node.classIri ?? 'any class'} (${node.name})`);
  return {
    code: 'no_such_class',
    pointer: other?.pointer ?? group.pointer,
    message: `${predicateOf(nodes)} leads to no node of the class ${types.join(', ')} below ${parent.node.name}. There it leads to ${known.slice(0, mostReasons).join(', ')}.`,
    candidates: suggestedIds({ ...unmatched, nodes: ofForm }),
  };
}

/** Creates the problem for a value whose `@id` names a node that is not a child of the parent. */
function nodeElsewhere(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const named = group.uri && matching.model.nodes.get(group.uri.nodeId);
  const [code, where] =
    named === undefined
      ? ['no_such_node', `node ${group.uri?.nodeId ?? ''}, which the model does not have`]
      : ['node_elsewhere', `${named.name}, which is elsewhere in the model`];
  return {
    code,
    pointer: group.pointer,
    message: `The @id names ${where}. Below ${parent.node.name}, ${predicateOf(nodes)} leads to ${namesOf(nodes).join(', ')}: name one of these, or leave the @id out.`,
    candidates: suggestedIds(unmatched),
  };
}

/** Creates the problem for a value that none of several nodes can read, with the reason for each node. */
export function notMatching(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const reasons = nodes
    .slice(0, mostReasons)
    .map((node) => ({ node, reason: whyNot(matching, group.values, node) }))
    .map(({ node, reason }) => `${node.name}: ${reason ?? 'Its nested values do not fit.'}`);
  return {
    code: 'not_matching',
    pointer: group.pointer,
    message: `None of the nodes that ${predicateOf(nodes)} leads to below ${parent.node.name} can have this value. ${reasons.join(' ')}`,
    candidates: suggestedIds(unmatched),
  };
}

export const namesOf = (nodes: readonly ModelNode[]): readonly string[] =>
  nodes.slice(0, mostReasons).map(({ name }) => name);

function predicateOf([first]: readonly ModelNode[]): string {
  return first?.predicate ?? '';
}

/** Reasons from deeper levels are not searched, because they would not help a reader. */
const deepest = 4;

/**
 * Explains in one sentence why values cannot stand for an instance of a node.
 * @returns undefined if they can, or if the reason is below `deepest`
 */
function whyNot(
  matching: Matching,
  values: readonly IncomingValue[],
  node: ModelNode,
  depth = 0,
): string | undefined {
  matching.workLimit.count(1);
  for (const value of values) {
    if (formOf(value, node, matching.uris) === undefined) return wrongForm(value, node);
    if (!hasFittingClass(value, node, matching)) return `Its class is ${node.classIri ?? 'none'}.`;
  }
  const read = readValue(values, node, matching);
  if (read.kind === 'problem') return read.message;
  const [problem] = read.kind === 'value' ? read.problems : [];
  return problem?.message ?? whyNotNested(matching, values, node, depth);
}

function wrongForm(value: IncomingValue, { datatype }: ModelNode): string {
  if (value.kind === 'literal')
    return 'It groups other values: write a node object with these, not a literal.';
  return datatype.linkedCodec.kind === 'literal' && value.id !== ''
    ? `Its values are literals, and ${value.id} is not a literal.`
    : `The @id ${value.id} names another node.`;
}

function whyNotNested(
  matching: Matching,
  values: readonly IncomingValue[],
  node: ModelNode,
  depth: number,
): string | undefined {
  if (depth === deepest) return undefined;
  for (const { predicate, values: nested } of mergedProperties(values, node, matching.uris)) {
    const nodes = node.children.get(predicate) ?? [];
    if (nodes.length === 0) {
      if (matching.input.unknown === 'refuse') return `It has no property ${predicate}.`;
      continue;
    }
    for (const value of nested) {
      const reason = whyNoneNested(matching, value, nodes, predicate, depth + 1);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

function whyNoneNested(
  matching: Matching,
  value: IncomingValue,
  nodes: readonly ModelNode[],
  predicate: string,
  depth: number,
): string | undefined {
  const candidates = candidateNodes([value], nodes, matching);
  const reasons = (candidates.length > 0 ? candidates : nodes).map((node) => ({
    node,
    reason: whyNot(matching, [value], node, depth),
  }));
  if (reasons.some(({ reason }) => reason === undefined)) return undefined;
  const [first] = reasons;
  return first && `In ${predicate}, ${first.node.name}: ${first.reason ?? ''}`;
}
