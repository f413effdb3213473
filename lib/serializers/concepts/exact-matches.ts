import { listForeignMatches, type ConceptIdentity } from '../../model/concepts/foreign-uris.ts';
import { exactMatch } from '../../model/concepts/skos-terms.ts';
import { conceptUri } from '../../model/uris.ts';
import type { SkosConcept } from './skos-nodes.ts';

/**
 * Adds the foreign URIs of a concept as exact matches: the URI in its file, and its identifiers that are addresses. A concept whose subject is
 * its foreign URI is unchanged. Statements that the concept already has are not repeated.
 * @rule Thesaurus: Which exact matches does a concept have in RDF?
 */
export function addExactMatches(
  concept: SkosConcept,
  { conceptId, legacyId }: Pick<ConceptIdentity, 'conceptId' | 'legacyId'>,
  baseUrl: string,
): SkosConcept {
  if (concept.uri !== conceptUri(baseUrl, conceptId)) return concept;
  const identifiers = concept.values.filter(({ type }) => type === 'identifier');
  const uris = [...(legacyId === null ? [] : [legacyId]), ...identifiers.map(({ text }) => text)];
  const stated = new Set(
    concept.relations.filter(({ predicate }) => predicate === exactMatch).map(({ uri }) => uri),
  );
  const matches = listForeignMatches(conceptId, uris, baseUrl).filter((uri) => !stated.has(uri));
  return {
    ...concept,
    relations: [...concept.relations, ...matches.map((uri) => ({ predicate: exactMatch, uri }))],
  };
}
