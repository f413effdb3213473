import type { Iri } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocabulary.ts';

export type ConceptNodeType = 'Concept' | 'ConceptScheme' | 'Collection';

/** The stored form of a statement between two concepts: its relation type, and whether its subject and object are swapped. */
export type RelationTerm = { readonly relationType: string; readonly isInverse: boolean };

const skos = (name: string): Iri => `${namespaces.skos}${name}`;
const dcterms = (name: string): Iri => `${namespaces.dcterms}${name}`;

export const inScheme: Iri = skos('inScheme');
export const member: Iri = skos('member');
export const prefLabel: Iri = skos('prefLabel');
export const exactMatch: Iri = skos('exactMatch');

/**
 * The datatype of a value that is the IRI of something other than a concept. It is stored in place of the datatype of a literal; in RDF it
 * is the class of everything (RDF Schema 1.1, section 2.1).
 */
export const resourceDatatype: Iri = `${namespaces.rdfs}Resource`;

/**
 * The stored relation types of terms that lead to the broader concept. Relations are stored from the broader concept, so these terms are
 * stored as their inverses. `inScheme` has no inverse in SKOS, so it keeps its name, although it is stored from the scheme to the concept.
 */
const storedInverses: ReadonlyMap<string, string> = new Map([
  ['broader', 'narrower'],
  ['broaderTransitive', 'narrowerTransitive'],
  ['topConceptOf', 'hasTopConcept'],
  ['inScheme', 'inScheme'],
]);

const termsByStoredInverse: ReadonlyMap<string, string> = new Map(
  Array.from(storedInverses, ([term, relationType]) => [relationType, term]),
);

const storedRelations: ReadonlySet<string> = new Set([
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

const hierarchyRelations: ReadonlySet<string> = new Set([
  'narrower',
  'narrowerTransitive',
  'hasTopConcept',
]);

/** The relation types in the opposite direction, if they can be stored too (SKOS Reference, sections 8.3 and 10.3). */
const oppositeRelations: ReadonlyMap<string, string> = new Map([
  ['related', 'related'],
  ['closeMatch', 'closeMatch'],
  ['exactMatch', 'exactMatch'],
  ['relatedMatch', 'relatedMatch'],
  ['broadMatch', 'narrowMatch'],
  ['narrowMatch', 'broadMatch'],
]);

const labelTypes: ReadonlySet<string> = new Set(['prefLabel', 'altLabel', 'hiddenLabel']);

const noteTypes = [
  'note',
  'scopeNote',
  'definition',
  'example',
  'historyNote',
  'editorialNote',
  'changeNote',
];

const nodeTypesByClass: ReadonlyMap<Iri, ConceptNodeType> = new Map([
  [skos('Concept'), 'Concept'],
  [skos('ConceptScheme'), 'ConceptScheme'],
  [skos('Collection'), 'Collection'],
  [skos('OrderedCollection'), 'Collection'],
]);

/** The SKOS or Dublin Core property of each value type. */
const propertiesByValueType: ReadonlyMap<string, Iri> = new Map([
  ...[...labelTypes, ...noteTypes, 'notation'].map((name): [string, Iri] => [name, skos(name)]),
  ...['title', 'description', 'identifier'].map((name): [string, Iri] => [name, dcterms(name)]),
]);

/** A concept scheme has its label and its scope note as Dublin Core title and description. */
const schemeProperties: ReadonlyMap<string, Iri> = new Map([
  ['prefLabel', dcterms('title')],
  ['scopeNote', dcterms('description')],
]);

/** The value types of properties that are stored like a SKOS property of the same meaning. */
const valueTypesByProperty: ReadonlyMap<Iri, string> = new Map([
  [dcterms('title'), 'prefLabel'],
  [dcterms('description'), 'scopeNote'],
  [`${namespaces.dc}title`, 'prefLabel'],
  [`${namespaces.dc}description`, 'scopeNote'],
  [`${namespaces.dc}identifier`, 'identifier'],
  // In SKOS-XL, labels are nodes (SKOS Reference, appendix B).
  ...Array.from(labelTypes, (name): [Iri, string] => [
    `http://www.w3.org/2008/05/skos-xl#${name}`,
    name,
  ]),
]);

/** Returns the part of a URI after the last `#` or `/`. */
export function localName(uri: Iri): string {
  return uri.slice(Math.max(uri.lastIndexOf('#'), uri.lastIndexOf('/')) + 1);
}

/**
 * Returns the value type of a property: its SKOS or Dublin Core term, otherwise its local name. If another vocabulary uses the name of such
 * a term, the value type is the whole IRI.
 */
export function valueTypeOf(predicate: Iri): string {
  const valueType = valueTypesByProperty.get(predicate);
  if (valueType !== undefined) return valueType;
  const name = localName(predicate);
  const standardProperty = propertiesByValueType.get(name);
  return name === '' || (standardProperty !== undefined && standardProperty !== predicate)
    ? predicate
    : name;
}

/** Returns the property of a value type; undefined for a type outside of SKOS and Dublin Core. */
export function standardPredicateOf(valueType: string, nodeType: ConceptNodeType): Iri | undefined {
  const schemeProperty = nodeType === 'ConceptScheme' ? schemeProperties.get(valueType) : undefined;
  return schemeProperty ?? propertiesByValueType.get(valueType);
}

/** Returns the relation that a property states between two concepts; null if it states none. */
export function relationOf(predicate: Iri): RelationTerm | null {
  if (!predicate.startsWith(namespaces.skos)) return null;
  const term = predicate.slice(namespaces.skos.length);
  const inverse = storedInverses.get(term);
  if (inverse !== undefined) return { relationType: inverse, isInverse: true };
  return storedRelations.has(term) ? { relationType: term, isInverse: false } : null;
}

/** Returns the property from subject to object; undefined if only the inverse can be stated. */
export function predicateOfRelation(relationType: string): Iri | undefined {
  return relationType === 'inScheme' ? undefined : skos(relationType);
}

/** Returns the property from object to subject; undefined if there is none. */
export function inversePredicateOf(relationType: string): Iri | undefined {
  const term = termsByStoredInverse.get(relationType);
  return term === undefined ? undefined : skos(term);
}

/** Returns the relation type from object to subject; undefined if there is none. */
export function oppositeRelationTypeOf(relationType: string): string | undefined {
  return oppositeRelations.get(relationType);
}

/**
 * Corrects a hierarchical relation type to the one that SKOS allows: a scheme has top concepts, and only a scheme has them (SKOS
 * Reference, section 4.3). Other relation types stay unchanged.
 * @param broaderType the type of the broader node
 */
export function correctHierarchyRelation(
  relationType: string,
  broaderType: ConceptNodeType | undefined,
): string {
  if (!hierarchyRelations.has(relationType)) return relationType;
  if (broaderType === 'ConceptScheme') return 'hasTopConcept';
  return relationType === 'hasTopConcept' ? 'narrower' : relationType;
}

/** Whether a property is a SKOS label (SKOS Reference, section 5). */
export function isLabel(predicate: Iri): boolean {
  return predicate.startsWith(namespaces.skos) && labelTypes.has(localName(predicate));
}

/** Returns the node type of a SKOS class; null for any other class. */
export function nodeTypeOf(type: Iri): ConceptNodeType | null {
  return nodeTypesByClass.get(type) ?? null;
}

/** Returns the SKOS class of a node type. */
export function skosClassOf(nodeType: ConceptNodeType, isOrdered: boolean): Iri {
  return skos(nodeType === 'Collection' && isOrdered ? 'OrderedCollection' : nodeType);
}
