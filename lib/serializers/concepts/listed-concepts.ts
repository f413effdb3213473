import type { ListedConcept } from '../../queries/concepts/listed-concept.ts';
import type { StoredConceptValue } from '../../queries/concepts/concept-rows.ts';
import { bestLabel, compareValues } from './concept-order.ts';
import { conceptValueObject, legacyIdOf, type Concept, type ConceptValue } from './concept.ts';

/** A concept in a list: the concept object of the specification without relatives, and the label to show of it. */
export type ConceptEntry = Concept & {
  /** The label that fits the language best; its id is what a tile holds for this concept. Null where there is none. */
  readonly label: ConceptValue | null;
};

/** What an entry depends on besides its concept. */
export type EntryOptions = {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly language: string;
  readonly defaultLanguage: string;
};

/** A concept as lists show it. Its values are its labels. */
export function conceptEntry(concept: ListedConcept, options: EntryOptions): ConceptEntry {
  const { id, labels } = concept;
  const best = bestLabel(labels, options.language, options.defaultLanguage);
  return {
    id,
    legacyoid: legacyIdOf(concept, options.baseUrl),
    nodetype: concept.nodeType,
    hassubconcepts: concept.hasSubConcepts,
    relationshiptype: '',
    parentconcepts: [],
    relatedconcepts: [],
    subconcepts: [],
    values: labels.toSorted(compareValues).map((value) => conceptValueObject(id, value)),
    label: best === undefined ? null : conceptValueObject(id, best),
  };
}

/** A concept that was found, with the label that matches. */
export function matchingEntry(
  concept: ListedConcept & { readonly matched: StoredConceptValue; readonly match: string },
  options: EntryOptions,
) {
  return {
    ...conceptEntry(concept, options),
    match: concept.match,
    matched: conceptValueObject(concept.id, concept.matched),
  };
}
