import type { ListedConcept } from '../../queries/concepts/listed-concept.ts';
import type { ConceptValueRow } from '../../queries/concepts/concept-rows.ts';
import type { LabelLanguages } from '../../model/concepts/label-languages.ts';
import { pickBestLabel, compareConceptValues } from './concept-order.ts';
import {
  toConceptValueObject,
  legacyIdOrUri,
  type ConceptObject,
  type ConceptValueObject,
} from './concept-json.ts';

/** A concept in a list: the concept object of the specification without relatives, and its display label. */
export type ConceptEntry = ConceptObject & {
  /** The best label for the language, or null. Tiles store its id for this concept. */
  readonly label: ConceptValueObject | null;
};

export type EntryOptions = LabelLanguages & {
  /** The base URL of the service, without a slash at the end. */
  readonly baseUrl: string;
};

/** Converts a concept into a list entry. The values of the entry are the labels of the concept. */
export function toConceptEntry(concept: ListedConcept, options: EntryOptions): ConceptEntry {
  const { id, labels } = concept;
  const displayLabel = pickBestLabel(labels, options);
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
    label: displayLabel === undefined ? null : toConceptValueObject(id, displayLabel),
  };
}

/** Converts a search result into an entry with the matching label. */
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
