import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import type { IncomingProperty } from '../../incoming.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import { nameOf } from '../model/names-of-nodes.ts';

const mostNamed = 5;

/** Reports a predicate that the model does not have below a node, or notes that it is left out. */
export function reportUnknown(
  { world, problems, ignored }: Pick<Matching, 'world' | 'problems' | 'ignored'>,
  parent: ModelNode,
  property: Pick<IncomingProperty, 'predicate' | 'pointer'>,
): void {
  const problem = unknownPredicate(parent, property);
  (world.unknown === 'ignore' ? ignored : problems).push(problem);
}

/** A predicate that the model does not have below a node, with those that are most like it. */
function unknownPredicate(
  parent: ModelNode,
  { predicate, pointer }: Pick<IncomingProperty, 'predicate' | 'pointer'>,
): DocumentProblem {
  const known = [...parent.children.keys()].map((one) => ({
    predicate: one,
    likeness: likeness(localName(one), localName(predicate)),
  }));
  const nearest = known
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, mostNamed)
    .map((one) => one.predicate);
  const instead =
    nearest.length === 0
      ? 'Nothing hangs in it: leave the property out.'
      : `Write one of ${nearest.join(', ')}, or leave the property out.`;
  return {
    code: 'unknown_predicate',
    pointer,
    message: `The model has no property ${predicate} below ${nameOf(parent)}. ${instead}`,
  };
}

const localName = (iri: string): string => /[^/#]*$/.exec(iri)?.[0].toLowerCase() ?? '';

/** How many pairs of letters two names share, as a part of all that they have. */
function likeness(one: string, other: string): number {
  const pairs = pairsOf(one);
  const others = pairsOf(other);
  return (2 * pairs.intersection(others).size) / (pairs.size + others.size || 1);
}

function pairsOf(name: string): ReadonlySet<string> {
  return new Set(Array.from(name.slice(1), (letter, place) => `${name.charAt(place)}${letter}`));
}
