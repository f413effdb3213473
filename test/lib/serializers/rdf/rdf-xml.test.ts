import { describe, expect, it } from 'vitest';

import {
  languageLiteral,
  literal,
  type RdfNode,
  type RdfValue,
} from '../../../../lib/rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../../lib/rdf/vocabulary.ts';
import { NotExpressibleInXml, writeRdfXml } from '../../../../lib/serializers/rdf/rdf-xml.ts';

const emptyNode = (id: string): RdfNode => ({ kind: 'node', id, types: [], properties: [] });

const createNodeWith = (predicate: string, ...values: readonly RdfValue[]): RdfNode => ({
  ...emptyNode('http://example.org/a'),
  properties: [{ predicate, values }],
});

const writeValues = (...values: readonly RdfValue[]): string =>
  writeRdfXml(createNodeWith(rdf.value, ...values));

describe('writing RDF/XML', () => {
  it('nests the description of a node in the predicate that leads to the node', () => {
    const root: RdfNode = {
      kind: 'node',
      id: 'http://example.org/a?x=1&y=2',
      types: [`${namespaces.crm}E18_Physical_Thing`],
      properties: [
        {
          predicate: `${namespaces.crm}P1_is_identified_by`,
          values: [
            {
              kind: 'node',
              id: 'http://example.org/name',
              types: ['http://example.org/terms#Name'],
              properties: [
                { predicate: rdf.value, values: [languageLiteral('Mill & "barn"', 'en-GB')] },
                { predicate: 'http://example.org/terms#1st', values: [literal('5', xsd.integer)] },
              ],
            },
          ],
        },
        { predicate: 'http://example.org/terms#of', values: [emptyNode('http://example.org/b')] },
      ],
    };
    expect(writeRdfXml(root)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:crm="http://www.cidoc-crm.org/cidoc-crm/" xmlns:ns1="http://example.org/terms#" xmlns:ns2="http://example.org/terms#1">
<rdf:Description rdf:about="http://example.org/a?x=1&amp;y=2">
<rdf:type rdf:resource="http://www.cidoc-crm.org/cidoc-crm/E18_Physical_Thing"/>
<crm:P1_is_identified_by>
<rdf:Description rdf:about="http://example.org/name">
<rdf:type rdf:resource="http://example.org/terms#Name"/>
<rdf:value xml:lang="en-GB">Mill &amp; "barn"</rdf:value>
<ns2:st rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">5</ns2:st>
</rdf:Description>
</crm:P1_is_identified_by>
<ns1:of rdf:resource="http://example.org/b"/>
</rdf:Description>
</rdf:RDF>
`);
  });

  it.each([
    ['the end of a CDATA section', 'a]]>b', 'a]]&gt;b'],
    ['a carriage return, which a parser would convert to a line feed', 'a\r\nb', 'a&#xD;\nb'],
    [
      'characters that XML cannot contain',
      'a\u0000\u0001\u000b\ufffe\uffffb',
      'a\ufffd\ufffd\ufffd\ufffd\ufffdb',
    ],
    ['white space', ' \t\n ', ' \t\n '],
    ['an empty text', '', ''],
    ['characters outside of the basic plane', '😀', '😀'],
  ])('writes %s', (_, text, expected) => {
    expect(writeValues(literal(text))).toContain(`<rdf:value>${expected}</rdf:value>`);
  });

  it.each([
    ['ends in a digit', 'http://example.org/123'],
    ['ends in a slash', 'http://example.org/p/'],
    ['is reserved by the syntax of RDF/XML', `${namespaces.rdf}li`],
    ['is an undefined name in the namespace of RDF', `${namespaces.rdf}x%20y`],
    ['has a namespace that cannot be declared', 'http://www.w3.org/2000/xmlns/p'],
  ])('reports a predicate that %s, and the formats that can express it', (_, predicate) => {
    const write = (): string => writeRdfXml(createNodeWith(predicate, literal('x')));
    expect(write).toThrow(NotExpressibleInXml);
    expect(write).toThrow(
      `XML cannot express the predicate <${predicate}>. Request the format json-ld, turtle or n-triples.`,
    );
  });

  it('writes a tree of 100,000 levels', () => {
    const levels = 100_000;
    let root = emptyNode('http://example.org/last');
    for (let level = 0; level < levels; level += 1) root = createNodeWith(rdf.value, root);
    expect(writeRdfXml(root).split('</rdf:Description>')).toHaveLength(levels + 1);
  });
});
