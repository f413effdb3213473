import {
  classOf,
  usualPredicate,
  type ConceptNodeType,
} from '../../../../lib/model/concepts/skos-terms.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import { rdf } from '../../../../lib/rdf/vocabulary.ts';
import type { FoundValue } from './identify-values.ts';
import { resourceValue } from './skos-values.ts';
import type { ValueContent } from './value-ids.ts';

/** What a node of the thesaurus is, and whether somebody says it. */
export type ConceptClass = {
  readonly nodeType: ConceptNodeType;
  readonly isStated: boolean;
  readonly isOrdered: boolean;
};

/** What a node is that is said to be several things: the first of these. */
export const byRank: readonly ConceptNodeType[] = ['ConceptScheme', 'Collection', 'Concept'];

/** What a node is of which two sources say something: what is said counts more than what follows from what is said of others. */
export function combinedClass(one: ConceptClass, other: ConceptClass): ConceptClass {
  if (one.isStated !== other.isStated) return one.isStated ? one : other;
  const first = byRank.indexOf(other.nodeType) < byRank.indexOf(one.nodeType) ? other : one;
  const isOrdered =
    one.nodeType === other.nodeType ? one.isOrdered || other.isOrdered : first.isOrdered;
  return { nodeType: first.nodeType, isStated: first.isStated, isOrdered };
}

/** A value of a node that turned out to be something else: its property is another one's usual one. */
export function underNodeType<Value extends ValueContent>(
  value: Value,
  from: ConceptNodeType,
  to: ConceptNodeType,
): Value {
  if (from === to) return value;
  const predicate = value.predicate ?? usualPredicate(value.valueType, from) ?? null;
  const isUsual = predicate === usualPredicate(value.valueType, to);
  return { ...value, predicate: isUsual ? null : predicate };
}

/** The value that keeps a class which a source says and which the node does not have in the end. */
export function lostClass(
  conceptId: ConceptId,
  said: ConceptClass,
  kept: ConceptClass,
): readonly FoundValue[] {
  const lost = classOf(said.nodeType, said.isOrdered);
  if (!said.isStated || lost === classOf(kept.nodeType, kept.isOrdered)) return [];
  return [resourceValue({ conceptId, nodeType: kept.nodeType }, rdf.type, lost)];
}
