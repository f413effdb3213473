import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import type { IncomingProperty } from '../../incoming-value.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model.ts';

const mostNamed = 5;

/** Beyond this number of problems, similar predicates are not searched, because the response only counts the further problems. */
const mostExplained = 200;

/** Reports a predicate that the model does not have below a node, or notes that it is ignored. */
export function reportUnknown(
  { input, problems, ignored }: Matching,
  parent: ModelNode,
  property: Pick<IncomingProperty, 'predicate' | 'pointer'>,
): void {
  const found = input.unknown === 'ignore' ? ignored : problems;
  const nearest = found.length < mostExplained ? nearestPredicates(parent, property.predicate) : [];
  found.push(unknownPredicate(parent, property, nearest));
}

/** Returns the predicates below a node that are most similar to an unknown predicate. */
function nearestPredicates({ children }: ModelNode, predicate: string): readonly string[] {
  return Array.from(children.keys(), (one) => ({
    predicate: one,
    similarity: similarity(localName(one), localName(predicate)),
  }))
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, mostNamed)
    .map((one) => one.predicate);
}

function unknownPredicate(
  parent: ModelNode,
  { predicate, pointer }: Pick<IncomingProperty, 'predicate' | 'pointer'>,
  nearest: readonly string[],
): DocumentProblem {
  const isLeaf = parent.children.size === 0;
  const others = nearest.length === 0 ? 'Leave' : `Write one of ${nearest.join(', ')}, or leave`;
  const instead = isLeaf ? 'It has no child nodes: leave' : others;
  return {
    code: 'unknown_predicate',
    pointer,
    message: `The model has no property ${predicate} below ${parent.name}. ${instead} the property out.`,
  };
}

const localName = (iri: string): string =>
  iri.slice(Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1).toLowerCase();

/** The share of pairs of letters that two names have in common, from 0 to 1. */
function similarity(one: string, other: string): number {
  const pairs = pairsOf(one);
  const others = pairsOf(other);
  return (2 * pairs.intersection(others).size) / (pairs.size + others.size || 1);
}

function pairsOf(name: string): ReadonlySet<string> {
  return new Set(
    Array.from(name.slice(1), (letter, position) => `${name.charAt(position)}${letter}`),
  );
}
