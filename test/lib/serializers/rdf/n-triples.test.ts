import { describe, expect, it } from 'vitest';

import { languageLiteral, literal, type RdfNode } from '../../../../lib/rdf/terms.ts';
import { xsd } from '../../../../lib/rdf/vocabulary.ts';
import { writeNTriples } from '../../../../lib/serializers/rdf/n-triples.ts';

const exampleIri = (name: string): string => `http://example.org/${name}`;

const concept: RdfNode = {
  kind: 'node',
  id: exampleIri('c'),
  types: [exampleIri('Concept')],
  properties: [{ predicate: exampleIri('label'), values: [languageLiteral('mill', 'en-US')] }],
  isShared: true,
};

describe('writing N-Triples', () => {
  it('writes one line for each statement, and each node before its child nodes', () => {
    const childNode: RdfNode = {
      kind: 'node',
      id: exampleIri('b'),
      types: [],
      properties: [
        { predicate: exampleIri('q'), values: [literal('5', xsd.integer), literal('x')] },
      ],
    };
    const root: RdfNode = {
      kind: 'node',
      id: exampleIri('a'),
      types: [exampleIri('T')],
      properties: [
        {
          predicate: exampleIri('p'),
          values: [childNode, { ...concept, types: [], properties: [] }],
        },
        { predicate: exampleIri('r'), values: [literal('"quoted"\r\n\\')] },
      ],
    };
    expect(writeNTriples(root).split('\n')).toEqual([
      '<http://example.org/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/T> .',
      '<http://example.org/a> <http://example.org/p> <http://example.org/b> .',
      '<http://example.org/a> <http://example.org/p> <http://example.org/c> .',
      String.raw`<http://example.org/a> <http://example.org/r> "\"quoted\"\r\n\\" .`,
      '<http://example.org/b> <http://example.org/q> "5"^^<http://www.w3.org/2001/XMLSchema#integer> .',
      '<http://example.org/b> <http://example.org/q> "x" .',
      '',
    ]);
  });

  it('writes each property of a shared node once, even if the node occurs several times', () => {
    const conceptWithTwoLabels: RdfNode = {
      ...concept,
      properties: [
        {
          predicate: exampleIri('label'),
          values: [languageLiteral('mill', 'en-US'), languageLiteral('Mühle', 'de')],
        },
      ],
    };
    const root: RdfNode = {
      kind: 'node',
      id: exampleIri('a'),
      types: [],
      properties: [
        { predicate: exampleIri('p'), values: [concept] },
        { predicate: exampleIri('q'), values: [conceptWithTwoLabels, concept] },
      ],
    };
    expect(writeNTriples(root).split('\n')).toEqual([
      '<http://example.org/a> <http://example.org/p> <http://example.org/c> .',
      '<http://example.org/a> <http://example.org/q> <http://example.org/c> .',
      '<http://example.org/c> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Concept> .',
      '<http://example.org/c> <http://example.org/label> "mill"@en-US .',
      '<http://example.org/c> <http://example.org/label> "Mühle"@de .',
      '',
    ]);
  });

  it('writes a repeated value once', () => {
    const root: RdfNode = {
      kind: 'node',
      id: exampleIri('a'),
      types: [],
      properties: [
        {
          predicate: exampleIri('p'),
          values: [literal('x'), literal('x', xsd.string), literal('y')],
        },
      ],
    };
    expect(writeNTriples(root).split('\n')).toEqual([
      '<http://example.org/a> <http://example.org/p> "x" .',
      '<http://example.org/a> <http://example.org/p> "y" .',
      '',
    ]);
  });

  it('writes the properties of a node once if the node refers to itself', () => {
    const selfNode: RdfNode = {
      kind: 'node',
      id: exampleIri('a'),
      types: [exampleIri('T')],
      properties: [],
    };
    const root: RdfNode = {
      ...selfNode,
      properties: [{ predicate: exampleIri('p'), values: [{ ...selfNode, isShared: true }] }],
    };
    expect(writeNTriples(root).split('\n')).toEqual([
      '<http://example.org/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/T> .',
      '<http://example.org/a> <http://example.org/p> <http://example.org/a> .',
      '',
    ]);
  });

  it('writes a tree of 100,000 levels', () => {
    const levels = 100_000;
    let root: RdfNode = {
      kind: 'node',
      id: exampleIri('last'),
      types: [exampleIri('T')],
      properties: [],
    };
    for (let level = 0; level < levels; level += 1) {
      root = {
        kind: 'node',
        id: exampleIri(String(level)),
        types: [],
        properties: [{ predicate: exampleIri('p'), values: [root] }],
      };
    }
    expect(writeNTriples(root).split('\n')).toHaveLength(levels + 2);
  });
});
