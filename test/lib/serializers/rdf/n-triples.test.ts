import { describe, expect, it } from 'vitest';

import { languageLiteral, literal, type RdfNode } from '../../../../lib/rdf/terms.ts';
import { xsd } from '../../../../lib/rdf/vocabulary.ts';
import { writeNTriples } from '../../../../lib/serializers/rdf/n-triples.ts';

const ex = (name: string): string => `http://example.org/${name}`;

const concept: RdfNode = {
  kind: 'node',
  id: ex('c'),
  types: [ex('Concept')],
  properties: [{ predicate: ex('label'), values: [languageLiteral('mill', 'en-US')] }],
  isShared: true,
};

describe('writing N-Triples', () => {
  it('writes a line for each statement, with the statements of a node before those of its child nodes', () => {
    const inner: RdfNode = {
      kind: 'node',
      id: ex('b'),
      types: [],
      properties: [{ predicate: ex('q'), values: [literal('5', xsd.integer), literal('x')] }],
    };
    const root: RdfNode = {
      kind: 'node',
      id: ex('a'),
      types: [ex('T')],
      properties: [
        { predicate: ex('p'), values: [inner, { ...concept, types: [], properties: [] }] },
        { predicate: ex('r'), values: [literal('"quoted"\r\n\\')] },
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

  it('states the properties of a shared node once, however often it occurs', () => {
    const more: RdfNode = {
      ...concept,
      properties: [
        {
          predicate: ex('label'),
          values: [languageLiteral('mill', 'en-US'), languageLiteral('Mühle', 'de')],
        },
      ],
    };
    const root: RdfNode = {
      kind: 'node',
      id: ex('a'),
      types: [],
      properties: [
        { predicate: ex('p'), values: [concept] },
        { predicate: ex('q'), values: [more, concept] },
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

  it('states a repeated value once', () => {
    const root: RdfNode = {
      kind: 'node',
      id: ex('a'),
      types: [],
      properties: [
        { predicate: ex('p'), values: [literal('x'), literal('x', xsd.string), literal('y')] },
      ],
    };
    expect(writeNTriples(root).split('\n')).toEqual([
      '<http://example.org/a> <http://example.org/p> "x" .',
      '<http://example.org/a> <http://example.org/p> "y" .',
      '',
    ]);
  });

  it('states the properties of a resource once if it refers to itself', () => {
    const itself: RdfNode = { kind: 'node', id: ex('a'), types: [ex('T')], properties: [] };
    const root: RdfNode = {
      ...itself,
      properties: [{ predicate: ex('p'), values: [{ ...itself, isShared: true }] }],
    };
    expect(writeNTriples(root).split('\n')).toEqual([
      '<http://example.org/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/T> .',
      '<http://example.org/a> <http://example.org/p> <http://example.org/a> .',
      '',
    ]);
  });

  it('writes a very deep tree', () => {
    const levels = 100_000;
    let root: RdfNode = { kind: 'node', id: ex('last'), types: [ex('T')], properties: [] };
    for (let level = 0; level < levels; level += 1) {
      root = {
        kind: 'node',
        id: ex(String(level)),
        types: [],
        properties: [{ predicate: ex('p'), values: [root] }],
      };
    }
    expect(writeNTriples(root).split('\n')).toHaveLength(levels + 2);
  });
});
