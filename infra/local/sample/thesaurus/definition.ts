import type { Bilingual } from '../texts.ts';

/** A concept with the narrower ones below it. */
export type ConceptDefinition = {
  /** One of a kind in the whole thesaurus. */
  readonly key: string;
  readonly label: Bilingual;
  readonly alternative?: Bilingual;
  readonly note?: Bilingual;
  /** Keys of concepts of which a reader may also think. */
  readonly related?: readonly string[];
  readonly narrower?: readonly ConceptDefinition[];
};

/** A concept scheme: one file of the package. */
export type SchemeDefinition = {
  readonly key: string;
  readonly title: Bilingual;
  readonly description: Bilingual;
  readonly topConcepts: readonly ConceptDefinition[];
};

/** The concepts that a concept node offers for choice. */
export type CollectionDefinition = {
  readonly key: string;
  readonly label: Bilingual;
  /** The scheme or concept all of whose narrower concepts, at every level, are members. */
  readonly below: string;
};

/** A concept, see ConceptDefinition; the labels are English and French. */
export function concept(
  key: string,
  english: string,
  french: string,
  more: Omit<ConceptDefinition, 'key' | 'label'> = {},
): ConceptDefinition {
  return { key, label: { 'en-US': english, 'fr-FR': french }, ...more };
}
