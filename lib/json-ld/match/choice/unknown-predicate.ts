import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import type { IncomingProperty } from '../../incoming.ts';
import type { Matching } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import { nameOf } from '../model/names-of-nodes.ts';

const mostNamed = 5;

/** As many problems as an answer lists. What comes behind is only counted, so nothing is looked for to write in its place. */
const mostExplained = 200;

/** Reports a predicate that the model does not have below a node, or notes that it is left out. */
export function reportUnknown(
  { world, problems, ignored }: Pick<Matching, 'world' | 'problems' | 'ignored'>,
  parent: ModelNode,
  property: Pick<IncomingProperty, 'predicate' | 'pointer'>,
): void {
  const found = world.unknown === 'ignore' ? ignored : problems;
  const nearest = found.length < mostExplained ? nearestPredicates(parent, property.predicate) : [];
  found.push(unknownPredicate(parent, property, nearest));
}

/** The predicates of a node that are most like another. */
function nearestPredicates({ children }: ModelNode, predicate: string): readonly string[] {
  return Array.from(children.keys(), (one) => ({
    predicate: one,
    likeness: likeness(localName(one), localName(predicate)),
  }))
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, mostNamed)
    .map((one) => one.predicate);
}

/** A predicate that the model does not have below a node, with those that are most like it. */
function unknownPredicate(
  parent: ModelNode,
  { predicate, pointer }: Pick<IncomingProperty, 'predicate' | 'pointer'>,
  nearest: readonly string[],
): DocumentProblem {
  const isLeaf = parent.children.size === 0;
  const others = nearest.length === 0 ? 'Leave' : `Write one of ${nearest.join(', ')}, or leave`;
  const instead = isLeaf ? 'Nothing hangs in it: leave' : others;
  return {
    code: 'unknown_predicate',
    pointer,
    message: `The model has no property ${predicate} below ${nameOf(parent)}. ${instead} the property out.`,
  };
}

const localName = (iri: string): string =>
  iri.slice(Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1).toLowerCase();

/** How many pairs of letters two names share, as a part of all that they have. */
function likeness(one: string, other: string): number {
  const pairs = pairsOf(one);
  const others = pairsOf(other);
  return (2 * pairs.intersection(others).size) / (pairs.size + others.size || 1);
}

function pairsOf(name: string): ReadonlySet<string> {
  return new Set(Array.from(name.slice(1), (letter, place) => `${name.charAt(place)}${letter}`));
}
