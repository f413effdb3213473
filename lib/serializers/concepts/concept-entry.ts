import type { ListedConcept } from '../../queries/concepts/listed-concept.ts';
import type { ConceptValueRow } from '../../queries/concepts/concept-rows.ts';
import { bestLabel, compareConceptValues } from './concept-order.ts';
import {
  toConceptValueObject,
  legacyIdOrUri,
  type ConceptObject,
  type ConceptValueObject,
} from './concept-json.ts';

/** A concept in a list: the concept object of the specification without relatives, and the label to show of it. */
export type ConceptEntry = ConceptObject & {
  /** The label that fits the language best; its id is what a tile holds for this concept. Null where there is none. */
  readonly label: ConceptValueObject | null;
};

/** What an entry depends on besides its concept. */
export type EntryOptions = {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly language: string;
  readonly defaultLanguage: string;
};

/** A concept as lists show it. Its values are its labels. */
export function toConceptEntry(concept: ListedConcept, options: EntryOptions): ConceptEntry {
  const { id, labels } = concept;
  const best = bestLabel(labels, options.language, options.defaultLanguage);
  return {
    id,
    legacyoid: legacyIdOrUri(concept, options.baseUrl),
    nodetype: concept.nodeType,
    hassubconcepts: concept.hasSubConcepts,
    relationshiptype: '',
    parentconcepts: [],
    relatedconcepts: [],
    subconcepts: [],
    values: labels.toSorted(compareConceptValues).map((value) => toConceptValueObject(id, value)),
    label: best === undefined ? null : toConceptValueObject(id, best),
  };
}

/** A concept that was found, with the label that matches. */
export function toMatchEntry(
  concept: ListedConcept & { readonly matched: ConceptValueRow; readonly match: string },
  options: EntryOptions,
) {
  return {
    ...toConceptEntry(concept, options),
    match: concept.match,
    matched: toConceptValueObject(concept.id, concept.matched),
  };
}
