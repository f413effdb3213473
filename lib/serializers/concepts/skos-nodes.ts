import {
  skosClassOf,
  resourceDatatype,
  standardPredicateOf,
  type ConceptNodeType,
} from '../../model/concepts/skos-terms.ts';
import { toIri, isAbsoluteIri } from '../../rdf/iri.ts';
import {
  languageLiteral,
  literal,
  type Iri,
  type RdfNode,
  type RdfValue,
} from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocabulary.ts';

/** A label, note or other value of a concept. */
export type SkosValue = {
  /** prefLabel, scopeNote, identifier, … */
  readonly type: string;
  readonly text: string;
  /** A language tag; empty or null if the value has no language. */
  readonly language: string | null;
  /** The property, if it does not follow from the type. */
  readonly predicate: Iri | null;
  /** The datatype of the literal; `resourceDatatype` if the text is the IRI of something other than a concept. */
  readonly datatype: Iri | null;
};

/** A concept, scheme or collection with its statements. */
export type SkosConcept = {
  readonly uri: Iri;
  readonly nodeType: ConceptNodeType;
  readonly isOrdered: boolean;
  /** Whether its class is stated. Other nodes only occur as objects. */
  readonly isClassStated: boolean;
  readonly values: readonly SkosValue[];
  /** Relations to other nodes. */
  readonly relations: readonly { readonly predicate: Iri; readonly uri: Iri }[];
  /** The members of an ordered collection; undefined if there is no such list. */
  readonly memberList?: readonly Iri[];
};

const rdfFirst = `${namespaces.rdf}first`;
const rdfRest = `${namespaces.rdf}rest`;
const rdfNil = `${namespaces.rdf}nil`;
const memberListPredicate = `${namespaces.skos}memberList`;

/** A node without statements. */
const bareNode = (id: Iri): RdfNode => ({ kind: 'node', id, types: [], properties: [] });

/** Creates the blank nodes of an RDF list (RDF Schema 1.1, section 5.2), the first one first. */
function createListNodes(items: readonly Iri[], label: string): readonly RdfNode[] {
  const nodeAt = (index: number): Iri => (index === items.length ? rdfNil : `_:${label}x${index}`);
  return items.map((item, index) => ({
    kind: 'node',
    id: nodeAt(index),
    types: [],
    properties: [
      { predicate: rdfFirst, values: [bareNode(item)] },
      { predicate: rdfRest, values: [bareNode(nodeAt(index + 1))] },
    ],
  }));
}

function toRdfValue({ text, language, datatype }: SkosValue): RdfValue {
  if (datatype === resourceDatatype && isAbsoluteIri(text)) return bareNode(toIri(text));
  if (language !== null && language !== '') return languageLiteral(text, language);
  return literal(text, datatype ?? undefined);
}

/**
 * Converts a concept into RDF nodes: the concept, and the nodes of its member list. Related concepts are only
 * references. Within each property, values and relations keep their order.
 * @rule Thesaurus: Which RDF nodes does a concept become?
 * @param customTypeNamespace the namespace of value types that belong to no vocabulary
 */
export function toSkosNodes(concept: SkosConcept, customTypeNamespace: Iri): readonly RdfNode[] {
  const properties = new Map<Iri, RdfValue[]>();
  const add = (predicate: Iri, value: RdfValue): void => {
    const values = properties.get(predicate);
    if (values === undefined) properties.set(predicate, [value]);
    else values.push(value);
  };
  for (const value of concept.values) {
    const predicate = value.predicate ?? standardPredicateOf(value.type, concept.nodeType);
    add(predicate ?? typePredicate(value.type, customTypeNamespace), toRdfValue(value));
  }
  for (const { predicate, uri } of concept.relations) add(predicate, bareNode(uri));
  const listNodes = createListNodes(concept.memberList ?? [], createListLabel(concept.uri));
  if (concept.memberList !== undefined)
    add(memberListPredicate, bareNode(listNodes[0]?.id ?? rdfNil));
  const node: RdfNode = {
    kind: 'node',
    id: concept.uri,
    types: concept.isClassStated ? [skosClassOf(concept.nodeType, concept.isOrdered)] : [],
    properties: Array.from(properties, ([predicate, values]) => ({ predicate, values })),
    isShared: true,
  };
  return [node, ...listNodes];
}

/**
 * Returns the property of a value type outside of the vocabularies: the type itself if it is an IRI, otherwise an
 * IRI that ends with the type.
 */
export function typePredicate(type: string, customTypeNamespace: Iri): Iri {
  return isAbsoluteIri(type)
    ? toIri(type)
    : customTypeNamespace + encodeURIComponent(type.replaceAll(' ', '_'));
}

/** A blank node label that is unique in the document. */
function createListLabel(uri: Iri): string {
  return `m${Buffer.from(uri).toString('hex')}`;
}
