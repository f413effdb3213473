import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import type { IncomingProperty } from '../../incoming-value.ts';
import type { MatchingState } from '../matching-state.ts';
import type { ModelNode } from '../match-model.ts';

const maxSuggestions = 5;

/** Beyond this number of problems, similar predicates are not searched, because the response only counts the further problems. */
const maxProblemsWithSuggestions = 200;

/**
 * Reports a predicate that the model does not have below a node, or notes that it is ignored.
 * @rule Writing: What happens to a predicate that the model does not have?
 */
export function reportUnknownPredicate(
  { input, problems, ignored }: MatchingState,
  parent: ModelNode,
  property: Pick<IncomingProperty, 'predicate' | 'pointer'>,
): void {
  const reports = input.unknownPredicates === 'ignore' ? ignored : problems;
  const suggestions =
    reports.length < maxProblemsWithSuggestions
      ? findSimilarPredicates(parent, property.predicate)
      : [];
  reports.push(createUnknownPredicateProblem(parent, property, suggestions));
}

/** Returns the predicates below a node that are most similar to an unknown predicate. */
function findSimilarPredicates({ children }: ModelNode, predicate: string): readonly string[] {
  return Array.from(children.keys(), (candidate) => ({
    candidate,
    similarity: measureSimilarity(localName(candidate), localName(predicate)),
  }))
    .sort((left, right) => right.similarity - left.similarity)
    .slice(0, maxSuggestions)
    .map(({ candidate }) => candidate);
}

function createUnknownPredicateProblem(
  parent: ModelNode,
  { predicate, pointer }: Pick<IncomingProperty, 'predicate' | 'pointer'>,
  suggestions: readonly string[],
): DocumentProblem {
  const isLeaf = parent.children.size === 0;
  const suggestion =
    suggestions.length === 0 ? 'Leave' : `Write one of ${suggestions.join(', ')}, or leave`;
  const remedy = isLeaf ? 'It has no child nodes: leave' : suggestion;
  return {
    code: 'unknown_predicate',
    pointer,
    message: `The model has no property ${predicate} below ${parent.name}. ${remedy} the property out.`,
  };
}

const localName = (iri: string): string =>
  iri.slice(Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1).toLowerCase();

/** Returns the share of pairs of letters that two names have in common, from 0 to 1. */
function measureSimilarity(left: string, right: string): number {
  const leftPairs = letterPairsOf(left);
  const rightPairs = letterPairsOf(right);
  return (2 * leftPairs.intersection(rightPairs).size) / (leftPairs.size + rightPairs.size || 1);
}

function letterPairsOf(name: string): ReadonlySet<string> {
  return new Set(
    Array.from(name.slice(1), (letter, position) => `${name.charAt(position)}${letter}`),
  );
}
