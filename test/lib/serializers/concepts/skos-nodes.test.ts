import { DataFactory, Parser } from 'n3';
import oxigraph from 'oxigraph';
import { describe, expect, it } from 'vitest';

import { resourceDatatype } from '../../../../lib/model/concepts/skos-terms.ts';
import { toSkosNodes, type SkosConcept } from '../../../../lib/serializers/concepts/skos-nodes.ts';
import { rdfFormats } from '../../../../lib/serializers/rdf/rdf-formats.ts';
import { rdfFormatDescriptions, rdfFormatNames } from '../../../../lib/rdf/formats.ts';
import { writeRdfGraphText } from '../../../../lib/serializers/rdf/write-rdf-graph.ts';

const exampleUri = (name: string): string => `http://example.org/${name}`;
const skos = 'http://www.w3.org/2004/02/skos/core#';

const mill: SkosConcept = {
  uri: exampleUri('mill'),
  nodeType: 'Concept',
  isOrdered: false,
  isClassStated: true,
  values: [],
  relations: [],
};

/** The statements about a concept, as an external parser reads them. */
function readStatements(concept: Partial<SkosConcept>): readonly string[] {
  const turtle = writeRdfGraphText(
    rdfFormats.turtle,
    toSkosNodes({ ...mill, ...concept }, 'http://own.example/'),
  );
  return new Parser()
    .parse(turtle)
    .map(({ predicate, object }) => `${predicate.value} ${object.id}`)
    .filter((line) => !line.endsWith(`${skos}Concept`));
}

const value = { text: 'Mill', language: null, predicate: null, datatype: null };

describe('a value of a concept', () => {
  it.each([
    ['prefLabel', `${skos}prefLabel`],
    ['scopeNote', `${skos}scopeNote`],
    ['identifier', 'http://purl.org/dc/terms/identifier'],
    ['sortorder', 'http://own.example/sortorder'],
    ['years of use', 'http://own.example/years_of_use'],
    ['http://other.example/note', 'http://other.example/note'],
  ])('of type %s is written as %s', (type, predicate) => {
    expect(readStatements({ values: [{ ...value, type }] })).toEqual([`${predicate} "Mill"`]);
  });

  it('is written with its original property', () => {
    const values = [{ ...value, type: 'prefLabel', predicate: 'http://purl.org/dc/terms/title' }];
    expect(readStatements({ values })).toEqual(['http://purl.org/dc/terms/title "Mill"']);
  });

  it('has its language or its datatype', () => {
    const values = [
      { ...value, type: 'prefLabel', language: 'en' },
      { ...value, type: 'notation', datatype: exampleUri('code') },
    ];
    expect(readStatements({ values })).toEqual([
      `${skos}prefLabel "Mill"@en`,
      `${skos}notation ${DataFactory.literal('Mill', DataFactory.namedNode(exampleUri('code'))).id}`,
    ]);
  });

  it('that is an IRI is written as an IRI', () => {
    const values = [
      {
        ...value,
        type: 'creator',
        text: exampleUri('me'),
        predicate: exampleUri('by'),
        datatype: resourceDatatype,
      },
    ];
    expect(readStatements({ values })).toEqual([`${exampleUri('by')} ${exampleUri('me')}`]);
  });
});

describe('a concept scheme', () => {
  it('has its label and note as title and description', () => {
    const values = [
      { ...value, type: 'prefLabel' },
      { ...value, type: 'scopeNote' },
    ];
    expect(readStatements({ nodeType: 'ConceptScheme', values })).toEqual([
      'http://www.w3.org/1999/02/22-rdf-syntax-ns#type http://www.w3.org/2004/02/skos/core#ConceptScheme',
      'http://purl.org/dc/terms/title "Mill"',
      'http://purl.org/dc/terms/description "Mill"',
    ]);
  });
});

describe('an ordered collection', () => {
  const collection: SkosConcept = {
    ...mill,
    nodeType: 'Collection',
    isOrdered: true,
    memberList: [exampleUri('b'), exampleUri('a')],
  };

  it.each(rdfFormatNames)('has the list of its members in every format: %s', (format) => {
    const text = writeRdfGraphText(
      rdfFormats[format],
      toSkosNodes(collection, 'http://own.example/'),
    );
    const members = oxigraph
      .parse(text, { format: findMediaType(format) })
      .filter(({ predicate }) => predicate.value.endsWith('#first'))
      .map(({ object }) => object.value);
    expect(members).toEqual([exampleUri('b'), exampleUri('a')]);
  });

  it('without members has the empty list', () => {
    expect(readStatements({ ...collection, memberList: [] })).toContain(
      `${skos}memberList http://www.w3.org/1999/02/22-rdf-syntax-ns#nil`,
    );
  });
});

/** Returns the media type of a format for oxigraph, which accepts only the registered media type of RDF/XML. */
function findMediaType(format: (typeof rdfFormatNames)[number]): string {
  return format === 'xml' ? 'application/rdf+xml' : rdfFormatDescriptions[format].mediaTypes[0];
}

describe('a concept that only occurs as an object', () => {
  it('has no type', () => {
    const nodes = toSkosNodes({ ...mill, isClassStated: false }, 'http://own.example/');
    expect(nodes).toMatchObject([{ types: [], properties: [] }]);
  });
});
