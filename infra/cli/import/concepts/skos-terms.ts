import type { ConceptNodeType } from './thesaurus.ts';

export const SKOS = 'http://www.w3.org/2004/02/skos/core#';
export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
export const RDF_VALUE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#value';
export const RDFS_LABEL = 'http://www.w3.org/2000/01/rdf-schema#label';
export const LITERAL_FORM = 'http://www.w3.org/2008/05/skos-xl#literalForm';
export const DCTERMS_TITLE = 'http://purl.org/dc/terms/title';
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

const LABELS: ReadonlySet<string> = new Set(['prefLabel', 'altLabel', 'hiddenLabel']);

const NODE_TYPES: ReadonlyMap<string, ConceptNodeType> = new Map([
  [`${SKOS}Concept`, 'Concept'],
  [`${SKOS}ConceptScheme`, 'ConceptScheme'],
  [`${SKOS}Collection`, 'Collection'],
  [`${SKOS}OrderedCollection`, 'Collection'],
]);

/** A scheme has its label and note as title and description. */
const VALUE_TYPES: ReadonlyMap<string, string> = new Map([
  [DCTERMS_TITLE, 'prefLabel'],
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

/** Whether a statement is a SKOS label, see section 5 of the SKOS reference. */
export function isLabel(predicate: string): boolean {
  return predicate.startsWith(SKOS) && LABELS.has(predicate.slice(SKOS.length));
}

/** The node type that a SKOS class stands for; null for any other class. */
export function nodeTypeOf(type: string): ConceptNodeType | null {
  return NODE_TYPES.get(type) ?? null;
}
