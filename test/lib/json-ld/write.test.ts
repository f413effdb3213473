import { describe, expect, it } from 'vitest';

import { writeJsonLd } from '../../../lib/json-ld/write-json-ld.ts';
import {
  languageLiteral,
  literal,
  type RdfNode,
  type RdfProperty,
  type RdfValue,
} from '../../../lib/rdf/terms.ts';
import { rdf, xsd } from '../../../lib/rdf/vocabulary.ts';

const ex = (name: string): string => `https://example.org/${name}`;

const node = (
  id: string,
  types: readonly string[] = [],
  properties: readonly RdfProperty[] = [],
): RdfNode => ({ kind: 'node', id: ex(id), types: types.map(ex), properties });

const nodeWithValues = (...values: readonly RdfValue[]): RdfNode =>
  node('a', [], [{ predicate: ex('p'), values }]);

describe('writing JSON-LD', () => {
  it('nests nodes, with id, types and predicates in the order of the tree', () => {
    const root = node(
      'resource',
      ['Site', 'graph'],
      [
        {
          predicate: ex('has_name'),
          values: [node('name', ['Name'], [{ predicate: rdf.value, values: [literal('Mill')] }])],
        },
        { predicate: ex('a_second'), values: [node('x', ['X']), node('y', ['Y'])] },
      ],
    );
    expect(writeJsonLd(root)).toBe(
      '{"@id":"https://example.org/resource","@type":["https://example.org/Site","https://example.org/graph"],' +
        '"https://example.org/has_name":{"@id":"https://example.org/name","@type":"https://example.org/Name",' +
        '"http://www.w3.org/1999/02/22-rdf-syntax-ns#value":"Mill"},' +
        '"https://example.org/a_second":[{"@id":"https://example.org/x","@type":"https://example.org/X"},' +
        '{"@id":"https://example.org/y","@type":"https://example.org/Y"}]}',
    );
  });

  it('writes only the @id of a node without types and properties', () => {
    expect(writeJsonLd(nodeWithValues(node('b')))).toBe(
      '{"@id":"https://example.org/a","https://example.org/p":{"@id":"https://example.org/b"}}',
    );
  });

  it.each([
    ['a text', literal('a "text"\n'), String.raw`"a \"text\"\n"`],
    ['an xsd:string', literal('text', xsd.string), '"text"'],
    ['a text that looks like a number', literal('5'), '"5"'],
    [
      'a text in a language, with the letter case of the tag',
      languageLiteral('Mühle', 'de-CH'),
      '{"@language":"de-CH","@value":"Mühle"}',
    ],
    ['an integer', literal('-12', xsd.integer), '-12'],
    [
      'an integer that JSON would write in another form',
      literal('007', xsd.integer),
      `{"@type":"${xsd.integer}","@value":"007"}`,
    ],
    [
      'an integer that a double cannot hold',
      literal('9007199254740993', xsd.integer),
      `{"@type":"${xsd.integer}","@value":"9007199254740993"}`,
    ],
    ['a truth value', literal('true', xsd.boolean), 'true'],
    [
      'a truth value written as a number',
      literal('1', xsd.boolean),
      `{"@type":"${xsd.boolean}","@value":"1"}`,
    ],
    ['a decimal', literal('1.50', xsd.decimal), `{"@type":"${xsd.decimal}","@value":"1.50"}`],
    ['half a surrogate pair as U+FFFD', literal('\ud83d'), '"\ufffd"'],
  ])('writes %s', (_, value, written) => {
    expect(writeJsonLd(nodeWithValues(value))).toBe(
      `{"@id":"https://example.org/a","https://example.org/p":${written}}`,
    );
  });

  it('writes a shared node in full in every place', () => {
    const concept: RdfNode = { ...node('c', ['Concept']), isShared: true };
    const written = '{"@id":"https://example.org/c","@type":"https://example.org/Concept"}';
    expect(writeJsonLd(nodeWithValues(concept, concept))).toBe(
      `{"@id":"https://example.org/a","https://example.org/p":[${written},${written}]}`,
    );
  });

  it('writes a very deep tree', () => {
    const levels = 100_000;
    let root = nodeWithValues();
    for (let level = 0; level < levels; level += 1) root = nodeWithValues(root);
    expect(writeJsonLd(root).endsWith('}'.repeat(levels))).toBe(true);
  });
});
