import { isUuid } from '../../ids.ts';
import { pickText } from '../../pick-language.ts';
import type {
  Datatype,
  DatatypeNode,
  DisplayContext,
  FromRdfContext,
  ReferenceLookup,
  ValidateContext,
  ValueProblem,
} from '../datatype.ts';
import type { Label } from '../codecs/labels.ts';
import { jsonTextCodec } from '../codecs/text-codecs.ts';
import { asList } from './json-values.ts';

/** Returns the preferred label of a concept in the reader's language, by the id of one of its values. */
export function displayConcept(
  valueId: unknown,
  { labels, languages }: DisplayContext,
): string | null {
  if (typeof valueId !== 'string') return null;
  // A stored id can have upper-case letters.
  const referencedConcept = labels.conceptValue(valueId.toLowerCase());
  if (referencedConcept === undefined) return null;
  return pickText(referencedConcept.labels, languages) ?? referencedConcept.text;
}

/** Collects the ids of concept values from a single value or a list. */
export const collectConceptReferences: NonNullable<Datatype['references']> = (value) => ({
  conceptValues: asList(value).filter(isUuid),
  resources: [],
});

/** Writes the id of the concept of a value. A value that is not in the thesaurus is written unchanged. */
export function writeConceptText(value: unknown, referenced: ReferenceLookup): readonly string[] {
  const referencedConcept = typeof value === 'string' ? referenced.concept(value) : undefined;
  return referencedConcept === undefined
    ? jsonTextCodec.write(value, referenced)
    : [referencedConcept.conceptId];
}

/**
 * Returns the id of the concept value to store for a concept in a document. Other values stay unchanged.
 * @param idOrUri id or URI of the concept, or id of one of its values
 */
export function resolveConceptValue(
  idOrUri: unknown,
  labels: readonly Label[],
  context: FromRdfContext,
): unknown {
  if (typeof idOrUri !== 'string' || asList(context.stored).includes(idOrUri)) return idOrUri;
  return context.conceptValueId(idOrUri, labels, context.stored) ?? idOrUri;
}

/**
 * Validates the id of a concept value.
 * @param pointer JSON Pointer to the id
 */
export function findConceptValueProblems(
  valueId: unknown,
  pointer: string,
  { config }: DatatypeNode,
  { concept, isInCollection }: ValidateContext,
): readonly ValueProblem[] {
  if (!isUuid(valueId)) {
    const message = `${JSON.stringify(valueId)} is not the id of a concept value: give the UUID of one.`;
    return [{ code: 'not_concept_value_id', pointer, message }];
  }
  const referencedConcept = concept(valueId);
  if (referencedConcept === undefined) {
    const message = `The thesaurus has no concept value ${valueId}: import it, or name an existing one.`;
    return [{ code: 'unknown_concept_value', pointer, message }];
  }
  const collectionId = config['rdmCollection'];
  if (typeof collectionId !== 'string' || collectionId === '') return [];
  if (isInCollection(referencedConcept.conceptId, collectionId)) return [];
  const message = `The concept ${referencedConcept.conceptId} is not in collection ${collectionId}, from which this node takes its concepts: choose one that is.`;
  return [{ code: 'concept_not_in_collection', pointer, message }];
}
