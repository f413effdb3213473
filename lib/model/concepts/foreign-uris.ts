import { isAbsoluteIri, toIri } from '../../rdf/iri.ts';
import type { Iri } from '../../rdf/terms.ts';
import { conceptUri } from '../uris.ts';

/** The ids from which the URI of a concept is chosen. */
export type ConceptIdentity = {
  readonly conceptId: string;
  /** Its URI in the imported file. */
  readonly legacyId: string | null;
  /** Whether files only mention it, so that this service has neither its class nor a value of it. */
  readonly isMentioned: boolean;
};

/**
 * Returns the URI of a concept in RDF: that of this service, but the foreign one of a concept that files only mention, such as the target of a mapping.
 * @rule Thesaurus: Which URI does a concept have in RDF?
 */
export function conceptOrForeignUri(
  { conceptId, legacyId, isMentioned }: ConceptIdentity,
  baseUrl: string,
): Iri {
  return isMentioned && legacyId !== null && isForeignUri(legacyId, conceptId, baseUrl)
    ? toIri(legacyId)
    : conceptUri(baseUrl, conceptId);
}

/**
 * Selects the addresses by which other vocabularies name a concept, as IRIs, each once. They are its exact matches.
 * @rule Thesaurus: Which exact matches does a concept have in RDF?
 */
export function listForeignMatches(
  conceptId: string,
  uris: readonly string[],
  baseUrl: string,
): readonly Iri[] {
  const matches = uris.filter(
    (uri) => /^https?:\/\//i.test(uri) && isForeignUri(uri, conceptId, baseUrl),
  );
  return [...new Set(matches.map(toIri))];
}

/** A URI that contains the id of the concept is one of this service, or of the platform that the concept comes from. */
function isForeignUri(uri: string, conceptId: string, baseUrl: string): boolean {
  return (
    isAbsoluteIri(uri) &&
    !uri.startsWith(`${baseUrl}/`) &&
    !uri.toLowerCase().includes(conceptId.toLowerCase())
  );
}
