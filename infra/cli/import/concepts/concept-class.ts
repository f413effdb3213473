import {
  classOf,
  standardPredicate,
  type ConceptNodeType,
} from '../../../../lib/model/concepts/skos-terms.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import { rdf } from '../../../../lib/rdf/vocabulary.ts';
import type { ParsedValue } from './identify-values.ts';
import { resourceValue } from './skos-values.ts';
import type { ValueContent } from './value-ids.ts';

/** The class of a node of the thesaurus, and whether a file states it. */
export type ConceptClass = {
  readonly nodeType: ConceptNodeType;
  readonly isClassStated: boolean;
  readonly isOrdered: boolean;
};

/** A node with several classes has the first of these. */
export const nodeTypesByRank: readonly ConceptNodeType[] = [
  'ConceptScheme',
  'Collection',
  'Concept',
];

/** Combines the classes of a node from two sources: a stated class takes precedence over an implied one. */
export function combineClasses(one: ConceptClass, other: ConceptClass): ConceptClass {
  if (one.isClassStated !== other.isClassStated) return one.isClassStated ? one : other;
  const dominant =
    nodeTypesByRank.indexOf(other.nodeType) < nodeTypesByRank.indexOf(one.nodeType) ? other : one;
  const isOrdered =
    one.nodeType === other.nodeType ? one.isOrdered || other.isOrdered : dominant.isOrdered;
  return { nodeType: dominant.nodeType, isClassStated: dominant.isClassStated, isOrdered };
}

/** Converts a value to another node type, which has other standard properties. */
export function withNodeType<Value extends ValueContent>(
  value: Value,
  from: ConceptNodeType,
  to: ConceptNodeType,
): Value {
  if (from === to) return value;
  const predicate = value.predicate ?? standardPredicate(value.valueType, from) ?? null;
  const isUsual = predicate === standardPredicate(value.valueType, to);
  return { ...value, predicate: isUsual ? null : predicate };
}

/** Makes the value that preserves a stated class of a node that gets another class. */
export function lostClassValues(
  conceptId: ConceptId,
  statedClass: ConceptClass,
  finalClass: ConceptClass,
): readonly ParsedValue[] {
  const lostClass = classOf(statedClass.nodeType, statedClass.isOrdered);
  if (
    !statedClass.isClassStated ||
    lostClass === classOf(finalClass.nodeType, finalClass.isOrdered)
  )
    return [];
  return [resourceValue({ conceptId, nodeType: finalClass.nodeType }, rdf.type, lostClass)];
}
