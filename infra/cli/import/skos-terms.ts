export const SKOS = 'http://www.w3.org/2004/02/skos/core#';
export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const DCTERMS = 'http://purl.org/dc/terms/';

/** What a statement between two concepts is stored as, and whether its ends change places. */
export type RelationTerm = { readonly relationType: string; readonly isInverse: boolean };

/** Relations are kept from the broader side: the inverse forms are turned round. */
const INVERSES: ReadonlyMap<string, string> = new Map([
  ['broader', 'narrower'],
  ['broaderTransitive', 'narrowerTransitive'],
  ['topConceptOf', 'hasTopConcept'],
]);

const RELATIONS: ReadonlySet<string> = new Set([
  'narrower',
  'narrowerTransitive',
  'hasTopConcept',
  'related',
  'member',
  'hasCollection',
  'mappingRelation',
  'closeMatch',
  'exactMatch',
  'broadMatch',
  'narrowMatch',
  'relatedMatch',
  'inverseOf',
]);

/** A scheme has its label and note as title and description. */
const VALUE_TYPES: ReadonlyMap<string, string> = new Map([
  [`${DCTERMS}title`, 'prefLabel'],
  [`${DCTERMS}description`, 'scopeNote'],
]);

/** The part of a URI behind its last `#` or `/`. */
export function localName(uri: string): string {
  return uri.slice(Math.max(uri.lastIndexOf('#'), uri.lastIndexOf('/')) + 1);
}

/** The type of the value that a statement with a literal makes; the local name where none is defined. */
export function valueTypeOf(predicate: string): string {
  return VALUE_TYPES.get(predicate) ?? localName(predicate);
}

/** The relation that a statement between two concepts makes; null where it makes none. */
export function relationOf(predicate: string): RelationTerm | null {
  if (!predicate.startsWith(SKOS)) return null;
  const term = predicate.slice(SKOS.length);
  const turned = INVERSES.get(term);
  if (turned !== undefined) return { relationType: turned, isInverse: true };
  return RELATIONS.has(term) ? { relationType: term, isInverse: false } : null;
}
