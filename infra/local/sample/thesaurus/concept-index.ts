import { sampleId, UnknownSampleKey } from '../sample-id.ts';
import type { ConceptDefinition } from './definition.ts';
import { placeTypes } from './place-types.ts';
import { terms } from './terms.ts';

/** The concept schemes of the sample. */
export const schemes = [placeTypes, terms] as const;

const concepts: ReadonlyMap<string, ConceptDefinition> = new Map(
  schemes
    .flatMap(({ topConcepts }) => withNarrower(topConcepts))
    .map((concept) => [concept.key, concept]),
);

/** Concepts and everything narrower, each after its broader one. */
export function withNarrower(
  definitions: readonly ConceptDefinition[],
): readonly ConceptDefinition[] {
  return definitions.flatMap((concept) => [concept, ...withNarrower(concept.narrower ?? [])]);
}

/**
 * The concepts at every level below a scheme or a concept.
 * @throws UnknownSampleKey where there is no such scheme and no such concept
 */
export function conceptsBelow(key: string): readonly ConceptDefinition[] {
  const scheme = schemes.find((candidate) => candidate.key === key);
  return withNarrower(scheme?.topConcepts ?? conceptOf(key).narrower ?? []);
}

/**
 * The id by which tiles name a concept: that of its preferred label in English.
 * @throws UnknownSampleKey
 */
export function conceptValue(key: string): string {
  return valueId(conceptOf(key).key, 'prefLabel', 'en-US');
}

/** The id of a label, note or identifier of a concept, scheme or collection. */
export function valueId(key: string, valueType: string, language: string): string {
  return sampleId('value', key, valueType, language);
}

function conceptOf(key: string): ConceptDefinition {
  const concept = concepts.get(key);
  if (concept === undefined) throw new UnknownSampleKey('concept', key);
  return concept;
}
