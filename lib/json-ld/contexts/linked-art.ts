import type { JsonObject } from '../../model/datatypes/values/json-values.ts';
import { namespaces } from '../../rdf/vocabulary.ts';
import {
  classGroups,
  earlierClasses,
  otherClasses,
  type ClassGroup,
} from './linked-art-classes.ts';
import {
  literalProperties,
  dateTimeProperties,
  linkedArtRelations,
  nodeProperties,
} from './linked-art-properties.ts';

/*
 * The vocabulary of Linked Art (https://linked.art) as a context, written from its documentation. It has the terms of the Linked Art
 * model, but not all terms of the original context. A document that uses any other term is refused.
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
const defineNodeProperty = (iri: string): JsonObject => ({ '@id': iri, '@type': '@id' });

function defineTerms(
  names: Readonly<Record<string, string>>,
  define: (iri: string) => unknown,
): JsonObject {
  return Object.fromEntries(Object.entries(names).map(([term, iri]) => [term, define(iri)]));
}

function defineClassTerms({ part, partOf, member, memberOf, classes }: ClassGroup): JsonObject {
  const context = {
    ...(part === undefined ? {} : { part: defineNodeProperty(part) }),
    ...(partOf === undefined ? {} : { part_of: defineNodeProperty(partOf) }),
    ...(member === undefined ? {} : { member: defineNodeProperty(member) }),
    member_of: defineNodeProperty(memberOf),
  };
  return defineTerms(classes, (iri) => ({ '@id': iri, '@context': context }));
}

/** The terms with the same meaning in both contexts. */
const unchangedTerms = {
  '@version': 1.1,
  ...prefixes,
  id: '@id',
  type: '@type',
  ...otherClasses,
  ...defineTerms(nodeProperties, (name) => defineNodeProperty(`crm:${name}`)),
  conforms_to: defineNodeProperty('dcterms:conformsTo'),
  format: 'dc:format',
};

export const linkedArtContext: JsonObject = {
  ...unchangedTerms,
  ...Object.assign({}, ...classGroups.map(defineClassTerms)),
  ...defineTerms(literalProperties, (name) => `crm:${name}`),
  ...defineTerms(dateTimeProperties, (name) => ({ '@id': `crm:${name}`, '@type': 'xsd:dateTime' })),
  ...Object.fromEntries(linkedArtRelations.map((name) => [name, defineNodeProperty(`la:${name}`)])),
  during: defineNodeProperty('crm:P10_falls_within'),
  assigned_property: { '@id': 'crm:P177_assigned_property_of_type', '@type': '@vocab' },
  broader: defineNodeProperty('skos:broader'),
  narrower: defineNodeProperty('skos:narrower'),
  caused: defineNodeProperty('sci:O13_triggers'),
  caused_by: defineNodeProperty('sci:O13i_is_triggered_by'),
  notation: 'skos:notation',
  _label: 'rdfs:label',
};

/** The earlier context, without the terms whose meaning changed over time, such as those for parts. */
export const earlierLinkedArtContext: JsonObject = {
  ...unchangedTerms,
  ...earlierClasses,
  ...defineTerms(dateTimeProperties, (name) => `crm:${name}`),
  exact_match: defineNodeProperty('skos:exactMatch'),
  note: 'crm:P3_has_note',
  label: 'rdfs:label',
  value: 'rdf:value',
};
