import {
  skosClassOf,
  standardPredicateOf,
  type ConceptNodeType,
} from '../../../../lib/model/concepts/skos-terms.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import { rdf } from '../../../../lib/rdf/vocabulary.ts';
import type { ParsedValue } from './identify-values.ts';
import { makeResourceValue } from './skos-values.ts';
import type { ValueContent } from './value-ids.ts';

/** The class of a concept, scheme or collection, and whether a file states it. */
export type ConceptClass = {
  readonly nodeType: ConceptNodeType;
  readonly isClassStated: boolean;
  readonly isOrdered: boolean;
};

/** The node types in their order of precedence, for concepts with several classes. */
export const nodeTypesByRank: readonly ConceptNodeType[] = [
  'ConceptScheme',
  'Collection',
  'Concept',
];

/** Combines the classes of a concept from two sources. A stated class takes precedence over an implied one. */
export function combineClasses(one: ConceptClass, other: ConceptClass): ConceptClass {
  if (one.isClassStated !== other.isClassStated) return one.isClassStated ? one : other;
  const preferred =
    nodeTypesByRank.indexOf(other.nodeType) < nodeTypesByRank.indexOf(one.nodeType) ? other : one;
  const isOrdered =
    one.nodeType === other.nodeType ? one.isOrdered || other.isOrdered : preferred.isOrdered;
  return { nodeType: preferred.nodeType, isClassStated: preferred.isClassStated, isOrdered };
}

/** Converts a value for a concept whose node type changes. Each node type has its own standard properties. */
export function convertToNodeType<Value extends ValueContent>(
  value: Value,
  from: ConceptNodeType,
  to: ConceptNodeType,
): Value {
  if (from === to) return value;
  const predicate = value.predicate ?? standardPredicateOf(value.valueType, from) ?? null;
  const isStandard = predicate === standardPredicateOf(value.valueType, to);
  return { ...value, predicate: isStandard ? null : predicate };
}

/** Makes a value that preserves the stated class of a concept that gets another class. */
export function makeLostClassValues(
  conceptId: ConceptId,
  statedClass: ConceptClass,
  finalClass: ConceptClass,
): readonly ParsedValue[] {
  const lostClass = skosClassOf(statedClass.nodeType, statedClass.isOrdered);
  if (
    !statedClass.isClassStated ||
    lostClass === skosClassOf(finalClass.nodeType, finalClass.isOrdered)
  )
    return [];
  return [makeResourceValue({ conceptId, nodeType: finalClass.nodeType }, rdf.type, lostClass)];
}
