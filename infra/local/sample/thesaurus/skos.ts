import { sampleId } from '../sample-id.ts';
import type { Bilingual } from '../texts.ts';
import { conceptsBelow, valueId, withNarrower } from './concept-index.ts';
import type { CollectionDefinition, ConceptDefinition, SchemeDefinition } from './definition.ts';
import { xmlDocument, type XmlElement } from './xml.ts';

/** Concept URIs begin with it (RFC 9562, section 4). */
const BASE = 'urn:uuid:';

const NAMESPACES = {
  'xmlns:rdf': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'xmlns:skos': 'http://www.w3.org/2004/02/skos/core#',
  'xmlns:dcterms': 'http://purl.org/dc/terms/',
};

/**
 * Writes a concept scheme as SKOS in RDF/XML; literals are JSON that carries the ids of the values.
 */
export function schemeXml(scheme: SchemeDefinition): string {
  const { key, title, description, topConcepts } = scheme;
  const head: XmlElement = {
    name: 'skos:ConceptScheme',
    attributes: about(key),
    content: [
      ...literals('dcterms:title', key, 'prefLabel', title),
      ...literals('dcterms:description', key, 'scopeNote', description),
      identifier(key),
      ...topConcepts.map((concept) => link('skos:hasTopConcept', concept.key)),
    ],
  };
  const concepts = withNarrower(topConcepts).map((concept) => conceptElement(concept, key));
  return rdf([head, ...concepts]);
}

/** Writes collections of concepts as SKOS in RDF/XML. */
export function collectionsXml(collections: readonly CollectionDefinition[]): string {
  return rdf(
    collections.map(({ key, label, below }) => ({
      name: 'skos:Collection',
      attributes: about(key),
      content: [
        ...literals('skos:prefLabel', key, 'prefLabel', label),
        identifier(key),
        ...conceptsBelow(below).map((member) => link('skos:member', member.key)),
      ],
    })),
  );
}

function conceptElement(concept: ConceptDefinition, scheme: string): XmlElement {
  const { key, label, alternative, note, related = [], narrower = [] } = concept;
  return {
    name: 'skos:Concept',
    attributes: about(key),
    content: [
      link('skos:inScheme', scheme),
      ...literals('skos:prefLabel', key, 'prefLabel', label),
      ...literals('skos:altLabel', key, 'altLabel', alternative),
      ...literals('skos:scopeNote', key, 'scopeNote', note),
      identifier(key),
      ...narrower.map((child) => link('skos:narrower', child.key)),
      ...related.map((other) => link('skos:related', other)),
    ],
  };
}

function literals(
  name: string,
  key: string,
  valueType: string,
  texts: Bilingual | undefined,
): readonly XmlElement[] {
  return Object.entries(texts ?? {}).map(([language, value]) => ({
    name,
    attributes: { 'xml:lang': language },
    content: JSON.stringify({ id: valueId(key, valueType, language), value }),
  }));
}

function identifier(key: string): XmlElement {
  const value = conceptUri(key);
  return {
    name: 'dcterms:identifier',
    attributes: { 'xml:lang': 'en-US' },
    content: JSON.stringify({ id: valueId(key, 'identifier', 'en-US'), value }),
  };
}

function link(name: string, key: string): XmlElement {
  return { name, attributes: { 'rdf:resource': conceptUri(key) } };
}

function about(key: string): Readonly<Record<string, string>> {
  return { 'rdf:about': conceptUri(key) };
}

function conceptUri(key: string): string {
  return `${BASE}${sampleId('concept', key)}`;
}

function rdf(content: readonly XmlElement[]): string {
  return xmlDocument({ name: 'rdf:RDF', attributes: NAMESPACES, content });
}
