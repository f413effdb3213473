import type { IncomingValue } from '../../incoming-value.ts';
import { candidateNodes, hasFittingClass } from '../document/candidates.ts';
import { formOf } from '../document/forms.ts';
import { mergedProperties } from '../document/nested-properties.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model.ts';
import { readValue } from '../values/read-value.ts';

/** Reasons from deeper levels would not help a reader. */
const deepest = 4;

/** Explains in a sentence why values cannot stand for an instance of a node. */
export function whyNot(
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
    ? `It holds literals, and ${value.id} is not one.`
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
