import { describe, expect, it } from 'vitest';

import {
  languageLiteral,
  literal,
  type RdfNode,
  type RdfValue,
} from '../../../../lib/rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../../lib/rdf/vocabulary.ts';
import { writeTurtle } from '../../../../lib/serializers/rdf/turtle.ts';

const crm = (name: string): string => `${namespaces.crm}${name}`;

const emptyNode = (id: string): RdfNode => ({ kind: 'node', id, types: [], properties: [] });

const writeValues = (...values: readonly RdfValue[]): string =>
  writeTurtle({
    ...emptyNode('http://example.org/a'),
    properties: [{ predicate: 'http://example.org/p', values }],
  });

describe('writing Turtle', () => {
  it('writes the used prefixes, and then a block for each subject with its types first', () => {
    const root: RdfNode = {
      kind: 'node',
      id: 'http://example.org/a',
      types: [crm('E18_Physical_Thing'), 'http://example.org/graph/1'],
      properties: [
        {
          predicate: crm('P1_is_identified_by'),
          values: [
            {
              kind: 'node',
              id: 'http://example.org/name',
              types: [crm('E41_Appellation')],
              properties: [
                {
                  predicate: rdf.value,
                  values: [languageLiteral('Mill', 'en-GB'), languageLiteral('Mühle', 'de')],
                },
                { predicate: 'http://example.org/weight', values: [literal('1.50', xsd.decimal)] },
              ],
            },
          ],
        },
        { predicate: crm('P2_has_type'), values: [emptyNode(`${namespaces.aat}300010358`)] },
      ],
    };
    expect(writeTurtle(root)).toBe(`@prefix crm: <http://www.cidoc-crm.org/cidoc-crm/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix aat: <http://vocab.getty.edu/aat/> .

<http://example.org/a> a crm:E18_Physical_Thing, <http://example.org/graph/1> ;
  crm:P1_is_identified_by <http://example.org/name> ;
  crm:P2_has_type aat:300010358 .

<http://example.org/name> a crm:E41_Appellation ;
  rdf:value "Mill"@en-GB,
    "Mühle"@de ;
  <http://example.org/weight> 1.50 .
`);
  });

  it('writes no unused prefixes', () => {
    expect(writeValues(literal('x'))).toBe(
      '<http://example.org/a>\n  <http://example.org/p> "x" .\n',
    );
  });

  it.each([
    [
      'a name that ends in a dot',
      emptyNode(crm('P1.')),
      '<http://www.cidoc-crm.org/cidoc-crm/P1.>',
    ],
    [
      'a name with an escape',
      emptyNode(crm('a%20b')),
      '<http://www.cidoc-crm.org/cidoc-crm/a%20b>',
    ],
    ['a name with brackets', emptyNode(crm('a(b)')), '<http://www.cidoc-crm.org/cidoc-crm/a(b)>'],
    ['only a namespace', emptyNode(namespaces.crm), '<http://www.cidoc-crm.org/cidoc-crm/>'],
    ['a text with quotes and lines', literal('"""\r\n\\'), String.raw`"\"\"\"\r\n\\"`],
    ['a control character', literal('\u0001\u007f'), '"\\u0001\u007f"'],
    ['an integer that is not valid in Turtle', literal('5.', xsd.integer), '"5."^^xsd:integer'],
  ])('writes the full form of %s', (_, value, expected) => {
    expect(writeValues(value)).toContain(`<http://example.org/p> ${expected} .\n`);
  });

  it.each([
    ['007', xsd.integer],
    ['-.5', xsd.decimal],
    ['1e5', xsd.double],
    ['false', xsd.boolean],
  ])('writes %s unchanged and without quotes', (value, datatype) => {
    expect(writeValues(literal(value, datatype))).toContain(`<http://example.org/p> ${value} .\n`);
  });

  it('writes another block for new statements about a shared node', () => {
    const createConcept = (label: string): RdfNode => ({
      ...emptyNode('http://example.org/c'),
      types: [crm('E55_Type')],
      properties: [{ predicate: 'http://example.org/label', values: [literal(label)] }],
      isShared: true,
    });
    expect(writeValues(createConcept('one'), createConcept('two'), createConcept('one')))
      .toBe(`@prefix crm: <http://www.cidoc-crm.org/cidoc-crm/> .

<http://example.org/a>
  <http://example.org/p> <http://example.org/c> .

<http://example.org/c> a crm:E55_Type ;
  <http://example.org/label> "one" .

<http://example.org/c>
  <http://example.org/label> "two" .
`);
  });
});
