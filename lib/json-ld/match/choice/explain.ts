import type { IncomingValue } from '../../incoming.ts';
import { hasFittingClass } from '../document/class-fit.ts';
import { formOf } from '../document/forms.ts';
import { likelyNodes } from '../document/likely.ts';
import { mergedBelow } from '../document/merged-below.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import { nameOf } from '../model/names-of-nodes.ts';
import { readValue } from '../values/read-value.ts';

/** What is found so deep is of no help to a reader. */
const deepest = 4;

/** Why values cannot stand for an instance of a node, in a sentence. */
export function whyNot(
  matching: Matching,
  values: readonly IncomingValue[],
  node: ModelNode,
  depth = 0,
): string | undefined {
  const { reader, fitWorld } = matching;
  fitWorld.steps.take(1);
  for (const value of values) {
    if (formOf(value, node, reader.names) === undefined) return wrongForm(value, node);
    if (!hasFittingClass(value, node, reader)) return `Its class is ${node.classIri ?? 'none'}.`;
  }
  const stored = fitWorld.storedTerms.valueSaidBy(values, node);
  const read = readValue(values, node, stored, reader);
  if (read.kind === 'problem') return read.message;
  const [problem] = read.kind === 'value' ? read.problems : [];
  return problem?.message ?? whyNotBelow(matching, values, node, depth);
}

function wrongForm(value: IncomingValue, { datatype }: ModelNode): string {
  if (value.kind === 'literal')
    return 'It groups other values: write a node object with these, not a literal.';
  return datatype.linked.kind === 'literal' && value.id !== ''
    ? `It holds literals, and ${value.id} is none.`
    : `The @id ${value.id} names another node.`;
}

function whyNotBelow(
  matching: Matching,
  values: readonly IncomingValue[],
  node: ModelNode,
  depth: number,
): string | undefined {
  if (depth === deepest) return undefined;
  const { reader, world } = matching;
  for (const { predicate, values: below } of mergedBelow(values, node, reader.names)) {
    const nodes = node.children.get(predicate) ?? [];
    if (nodes.length === 0) {
      if (world.unknown === 'refuse') return `It has no property ${predicate}.`;
      continue;
    }
    for (const value of below) {
      const reason = whyNoneBelow(matching, value, nodes, predicate, depth + 1);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

function whyNoneBelow(
  matching: Matching,
  value: IncomingValue,
  nodes: readonly ModelNode[],
  predicate: string,
  depth: number,
): string | undefined {
  const likely = likelyNodes([value], nodes, matching.reader);
  const reasons = (likely.length > 0 ? likely : nodes).map((node) => ({
    node,
    reason: whyNot(matching, [value], node, depth),
  }));
  if (reasons.some(({ reason }) => reason === undefined)) return undefined;
  const [first] = reasons;
  return first && `In ${predicate}, ${nameOf(first.node)}: ${first.reason ?? ''}`;
}
