import type { JsonObject } from '../../model/datatypes/values/json-values.ts';
import { namespaces } from '../../rdf/vocabulary.ts';
import {
  classGroups,
  earlierClasses,
  otherClasses,
  type ClassGroup,
} from './linked-art-classes.ts';
import { attributes, dates, linkedArtRelations, relations } from './linked-art-properties.ts';

/*
 * The vocabulary of Linked Art (https://linked.art) as a context, written from its documentation. It has the terms of the model, and
 * fewer than the original context. A document that uses another term is refused.
 */

export const linkedArtUrls = ['https://linked.art/ns/v1/linked-art.json'] as const;

/** The URLs of the context until 2019. */
export const earlierLinkedArtUrls = [
  'https://linked.art/ns/context/1/full.jsonld',
  'http://linked.art/ns/context/1/full.jsonld',
] as const;

const { crm, rdf, rdfs, dc, dcterms, skos, xsd } = namespaces;

const prefixes = {
  crm,
  rdf,
  rdfs,
  dc,
  dcterms,
  skos,
  xsd,
  schema: 'http://schema.org/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  la: 'https://linked.art/ns/terms/',
  dig: 'http://www.ics.forth.gr/isl/CRMdig/',
  sci: 'http://www.ics.forth.gr/isl/CRMsci/',
};

/** Defines a property whose values are nodes. A text as its value is an IRI. */
const toNode = (iri: string): JsonObject => ({ '@id': iri, '@type': '@id' });

function each(
  names: Readonly<Record<string, string>>,
  define: (iri: string) => unknown,
): JsonObject {
  return Object.fromEntries(Object.entries(names).map(([term, iri]) => [term, define(iri)]));
}

function classesOf({ part, partOf, member, memberOf, classes }: ClassGroup): JsonObject {
  const context = {
    ...(part === undefined ? {} : { part: toNode(part) }),
    ...(partOf === undefined ? {} : { part_of: toNode(partOf) }),
    ...(member === undefined ? {} : { member: toNode(member) }),
    member_of: toNode(memberOf),
  };
  return each(classes, (iri) => ({ '@id': iri, '@context': context }));
}

/** The terms with the same meaning in both contexts. */
const lasting = {
  '@version': 1.1,
  ...prefixes,
  id: '@id',
  type: '@type',
  ...otherClasses,
  ...each(relations, (name) => toNode(`crm:${name}`)),
  conforms_to: toNode('dcterms:conformsTo'),
  format: 'dc:format',
};

export const linkedArt: JsonObject = {
  ...lasting,
  ...Object.assign({}, ...classGroups.map(classesOf)),
  ...each(attributes, (name) => `crm:${name}`),
  ...each(dates, (name) => ({ '@id': `crm:${name}`, '@type': 'xsd:dateTime' })),
  ...Object.fromEntries(linkedArtRelations.map((name) => [name, toNode(`la:${name}`)])),
  during: toNode('crm:P10_falls_within'),
  assigned_property: { '@id': 'crm:P177_assigned_property_of_type', '@type': '@vocab' },
  broader: toNode('skos:broader'),
  narrower: toNode('skos:narrower'),
  caused: toNode('sci:O13_triggers'),
  caused_by: toNode('sci:O13i_is_triggered_by'),
  notation: 'skos:notation',
  _label: 'rdfs:label',
};

/** The earlier context, without the terms that meant different things at different times, such as parts. */
export const earlierLinkedArt: JsonObject = {
  ...lasting,
  ...earlierClasses,
  ...each(dates, (name) => `crm:${name}`),
  exact_match: toNode('skos:exactMatch'),
  note: 'crm:P3_has_note',
  label: 'rdfs:label',
  value: 'rdf:value',
};
