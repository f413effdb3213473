import {
  classOf,
  resourceDatatype,
  standardPredicate,
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

/** A label, note or other value of a concept, as SKOS tells it. */
export type SkosValue = {
  /** The type of the value: prefLabel, scopeNote, identifier, … */
  readonly type: string;
  readonly text: string;
  /** A language tag; empty or null where there is none. */
  readonly language: string | null;
  /** The property, where the type does not tell it. */
  readonly predicate: Iri | null;
  /** The datatype of the literal; `resourceDatatype` where the text is the IRI of something that is no concept. */
  readonly datatype: Iri | null;
};

/** A concept, scheme or collection, with what is said of it. */
export type SkosConcept = {
  readonly uri: Iri;
  readonly nodeType: ConceptNodeType;
  readonly isOrdered: boolean;
  /** Whether it is said what it is: others only point at the rest. */
  readonly isStated: boolean;
  readonly values: readonly SkosValue[];
  /** The statements about others, each property with their URIs. */
  readonly relations: readonly { readonly predicate: Iri; readonly uri: Iri }[];
  /** The members of an ordered collection in their order; undefined where there is no such list. */
  readonly memberList?: readonly Iri[];
};

const first = `${namespaces.rdf}first`;
const rest = `${namespaces.rdf}rest`;
const nil = `${namespaces.rdf}nil`;
const memberListPredicate = `${namespaces.skos}memberList`;

/** A node of which nothing is said here. */
const bare = (id: Iri): RdfNode => ({ kind: 'node', id, types: [], properties: [] });

/** The nodes of a list of RDF (RDF Schema 1.1, section 5.2), the first one first; they have no IRIs. */
function listNodes(items: readonly Iri[], label: string): readonly RdfNode[] {
  const nodeAt = (at: number): Iri => (at === items.length ? nil : `_:${label}x${at}`);
  return items.map((item, at) => ({
    kind: 'node',
    id: nodeAt(at),
    types: [],
    properties: [
      { predicate: first, values: [bare(item)] },
      { predicate: rest, values: [bare(nodeAt(at + 1))] },
    ],
  }));
}

function objectOf({ text, language, datatype }: SkosValue): RdfValue {
  if (datatype === resourceDatatype && isAbsoluteIri(text)) return bare(toIri(text));
  if (language !== null && language !== '') return languageLiteral(text, language);
  return literal(text, datatype ?? undefined);
}

/**
 * A concept as nodes of RDF, in the terms of SKOS: the concept itself, which names others and says nothing of them, and those of the
 * list of its members.
 * @param concept what is to be said; the order of its values and relations is kept within each property
 * @param ownNamespace where the properties of types are that belong to no vocabulary
 */
export function skosNodes(concept: SkosConcept, ownNamespace: Iri): readonly RdfNode[] {
  const properties = new Map<Iri, RdfValue[]>();
  const add = (predicate: Iri, value: RdfValue): void => {
    const values = properties.get(predicate);
    if (values === undefined) properties.set(predicate, [value]);
    else values.push(value);
  };
  for (const value of concept.values) {
    const usual = value.predicate ?? standardPredicate(value.type, concept.nodeType);
    add(usual ?? typePredicate(value.type, ownNamespace), objectOf(value));
  }
  for (const { predicate, uri } of concept.relations) add(predicate, bare(uri));
  const list = listNodes(concept.memberList ?? [], listLabel(concept.uri));
  if (concept.memberList !== undefined) add(memberListPredicate, bare(list[0]?.id ?? nil));
  const node: RdfNode = {
    kind: 'node',
    id: concept.uri,
    types: concept.isStated ? [classOf(concept.nodeType, concept.isOrdered)] : [],
    properties: Array.from(properties, ([predicate, values]) => ({ predicate, values })),
    isShared: true,
  };
  return [node, ...list];
}

/** The property of a type that belongs to no vocabulary: one that is an IRI is the property itself, any other word becomes a part of one. */
export function typePredicate(type: string, ownNamespace: Iri): Iri {
  return isAbsoluteIri(type)
    ? toIri(type)
    : ownNamespace + encodeURIComponent(type.replaceAll(' ', '_'));
}

/** A label that no other list of the document has. */
function listLabel(uri: Iri): string {
  return `m${Buffer.from(uri).toString('hex')}`;
}
