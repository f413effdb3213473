import type { Iri } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocabulary.ts';

/** What a node of the thesaurus is. */
export type ConceptNodeType = 'Concept' | 'ConceptScheme' | 'Collection';

/**
 * How a statement between two concepts is stored: the type of the relation, and whether the statement is the inverse of it, so
 * that its ends change places.
 */
export type RelationTerm = { readonly relationType: string; readonly isInverse: boolean };

/** The local name of a term of SKOS. */
const skos = (name: string): Iri => `${namespaces.skos}${name}`;
const dcterms = (name: string): Iri => `${namespaces.dcterms}${name}`;

export const inScheme: Iri = skos('inScheme');
export const member: Iri = skos('member');
export const prefLabel: Iri = skos('prefLabel');

/**
 * Stands for the datatype of a value that is no literal, but the IRI of something that is no concept. RDFS has it as the class of
 * everything (RDF Schema 1.1, section 2.1).
 */
export const resourceDatatype: Iri = `${namespaces.rdfs}Resource`;

/** Relations are kept from the broader side: of these the inverse is stored. */
const inverses: ReadonlyMap<string, string> = new Map([
  ['broader', 'narrower'],
  ['broaderTransitive', 'narrowerTransitive'],
  ['topConceptOf', 'hasTopConcept'],
  ['inScheme', 'inScheme'],
]);

const inverseOfRelation: ReadonlyMap<string, string> = new Map(
  Array.from(inverses, ([term, relationType]) => [relationType, term]),
);

const relations: ReadonlySet<string> = new Set([
  'narrower',
  'narrowerTransitive',
  'hasTopConcept',
  'related',
  'semanticRelation',
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

const hierarchy: ReadonlySet<string> = new Set(['narrower', 'narrowerTransitive', 'hasTopConcept']);

/** Relations that say the same from both ends (SKOS Reference, sections 8.3 and 10.3), and those whose inverse has a name of its own. */
const mirrored: ReadonlyMap<string, string> = new Map([
  ['related', 'related'],
  ['closeMatch', 'closeMatch'],
  ['exactMatch', 'exactMatch'],
  ['relatedMatch', 'relatedMatch'],
  ['broadMatch', 'narrowMatch'],
  ['narrowMatch', 'broadMatch'],
]);

const labels: ReadonlySet<string> = new Set(['prefLabel', 'altLabel', 'hiddenLabel']);

const notes = [
  'note',
  'scopeNote',
  'definition',
  'example',
  'historyNote',
  'editorialNote',
  'changeNote',
];

const classes: ReadonlyMap<Iri, ConceptNodeType> = new Map([
  [skos('Concept'), 'Concept'],
  [skos('ConceptScheme'), 'ConceptScheme'],
  [skos('Collection'), 'Collection'],
  [skos('OrderedCollection'), 'Collection'],
]);

/** The property of each type of value that is not of our own making. */
const properties: ReadonlyMap<string, Iri> = new Map([
  ...[...labels, ...notes, 'notation'].map((name): [string, Iri] => [name, skos(name)]),
  ...['title', 'description', 'identifier'].map((name): [string, Iri] => [name, dcterms(name)]),
]);

/** Of schemes, whose label and note are their title and description. */
const propertiesOfSchemes: ReadonlyMap<string, Iri> = new Map([
  ['prefLabel', dcterms('title')],
  ['scopeNote', dcterms('description')],
]);

/** Properties that mean what a type of value means, besides its usual one. */
const synonyms: ReadonlyMap<Iri, string> = new Map([
  [dcterms('title'), 'prefLabel'],
  [dcterms('description'), 'scopeNote'],
  [`${namespaces.dc}title`, 'prefLabel'],
  [`${namespaces.dc}description`, 'scopeNote'],
  [`${namespaces.dc}identifier`, 'identifier'],
  // Labels that are nodes of their own (SKOS Reference, appendix B).
  ...Array.from(labels, (name): [Iri, string] => [
    `http://www.w3.org/2008/05/skos-xl#${name}`,
    name,
  ]),
]);

/** The part of a URI behind its last `#` or `/`. */
export function localName(uri: Iri): string {
  return uri.slice(Math.max(uri.lastIndexOf('#'), uri.lastIndexOf('/')) + 1);
}

/**
 * The type of the value that a statement about a concept makes: that of SKOS or Dublin Core, else the local name of the property. A
 * property of another vocabulary whose local name is one of these is a type of its own, under its whole IRI.
 */
export function valueTypeOf(predicate: Iri): string {
  const known = synonyms.get(predicate);
  if (known !== undefined) return known;
  const name = localName(predicate);
  const usual = properties.get(name);
  return name === '' || (usual !== undefined && usual !== predicate) ? predicate : name;
}

/** The property that a value of a type stands for; undefined for a type that belongs to no vocabulary. */
export function standardPredicate(valueType: string, nodeType: ConceptNodeType): Iri | undefined {
  const ofScheme = nodeType === 'ConceptScheme' ? propertiesOfSchemes.get(valueType) : undefined;
  return ofScheme ?? properties.get(valueType);
}

/** The relation that a statement between two concepts makes; null where it makes none. */
export function relationOf(predicate: Iri): RelationTerm | null {
  if (!predicate.startsWith(namespaces.skos)) return null;
  const term = predicate.slice(namespaces.skos.length);
  const turned = inverses.get(term);
  if (turned !== undefined) return { relationType: turned, isInverse: true };
  return relations.has(term) ? { relationType: term, isInverse: false } : null;
}

/** The property that states a relation from its beginning; undefined where only the inverse can be stated. */
export function relationPredicate(relationType: string): Iri | undefined {
  return relationType === 'inScheme' ? undefined : skos(relationType);
}

/** The property that states a relation from its end; undefined where there is none. */
export function inversePredicate(relationType: string): Iri | undefined {
  const term = inverseOfRelation.get(relationType);
  return term === undefined ? undefined : skos(term);
}

/** The relation, of those that SKOS has for both ends, that the other end of a relation has; undefined where it has none. */
export function relationFromOtherEnd(relationType: string): string | undefined {
  return mirrored.get(relationType);
}

/**
 * A relation of the hierarchy as SKOS can state it: below a scheme are its top concepts, whatever a file calls them, and nothing else
 * has any (SKOS Reference, section 4.3).
 * @param broader what the broader side is
 */
export function hierarchyRelation(
  relationType: string,
  broader: ConceptNodeType | undefined,
): string {
  if (!hierarchy.has(relationType)) return relationType;
  if (broader === 'ConceptScheme') return 'hasTopConcept';
  return relationType === 'hasTopConcept' ? 'narrower' : relationType;
}

/** Whether a statement is a SKOS label (SKOS Reference, section 5). */
export function isLabel(predicate: Iri): boolean {
  return predicate.startsWith(namespaces.skos) && labels.has(localName(predicate));
}

/** The node type that a SKOS class stands for; null for any other class. */
export function nodeTypeOf(type: Iri): ConceptNodeType | null {
  return classes.get(type) ?? null;
}

/** The SKOS class of a node. */
export function classOf(nodeType: ConceptNodeType, isOrdered: boolean): Iri {
  return skos(nodeType === 'Collection' && isOrdered ? 'OrderedCollection' : nodeType);
}
