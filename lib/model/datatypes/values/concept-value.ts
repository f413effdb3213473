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

/** The preferred label of a concept in the reader's language, by the id of one of its values. */
export function displayConcept(
  valueId: unknown,
  { labels, languages }: DisplayContext,
): string | null {
  if (typeof valueId !== 'string') return null;
  const found = labels.conceptValue(valueId);
  if (found === undefined) return null;
  return pickText(found.labels, languages) ?? found.text;
}

/** The ids of the concept values that a value names, alone or in a list. */
export const conceptReferences: NonNullable<Datatype['references']> = (value) => ({
  conceptValues: asList(value).filter(isUuid),
  resources: [],
});

/** The id of the concept whose value is stored; what the thesaurus lacks stands as it is. */
export function writeConceptText(value: unknown, referenced: ReferenceLookup): readonly string[] {
  const found = typeof value === 'string' ? referenced.concept(value) : undefined;
  return found === undefined ? jsonTextCodec.write(value, referenced) : [found.conceptId];
}

/**
 * The concept value to store for what a document names by the id of the value or of its concept, or by a URI.
 * @param named what the document says; what the thesaurus lacks stays as it is
 * @param labels the labels that came along
 */
export function resolveConceptValue(
  named: unknown,
  labels: readonly Label[],
  context: FromRdfContext,
): unknown {
  if (typeof named !== 'string' || asList(context.stored).includes(named)) return named;
  return context.conceptValueId(named, labels, context.stored) ?? named;
}

/**
 * What is wrong with the id of a concept value.
 * @param pointer JSON Pointer to it
 */
export function conceptValueProblems(
  valueId: unknown,
  pointer: string,
  { config }: DatatypeNode,
  { concept, isInCollection }: ValidateContext,
): readonly ValueProblem[] {
  if (!isUuid(valueId)) {
    const message = `${JSON.stringify(valueId)} is no concept: give the id of one of its values, a UUID.`;
    return [{ code: 'not_concept_value_id', pointer, message }];
  }
  const found = concept(valueId);
  if (found === undefined) {
    const message = `The thesaurus has no concept value ${valueId}: import it, or name one that is there.`;
    return [{ code: 'unknown_concept_value', pointer, message }];
  }
  const collection = config['rdmCollection'];
  if (typeof collection !== 'string' || collection === '') return [];
  if (isInCollection(found.conceptId, collection)) return [];
  const message = `The concept ${found.conceptId} is not in collection ${collection}, from which this node takes its concepts: choose one that is.`;
  return [{ code: 'concept_not_in_collection', pointer, message }];
}
