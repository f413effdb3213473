import { describe, expect, it } from 'vitest';

import { rdf, xsd } from '../../../../lib/rdf/vocabulary.ts';
import { baseUrl, onlyValues, read } from './reading.ts';

const p = 'http://example.org/p';
const escapedP = 'http:~1~1example.org~1p';

/** The values of a document with one property, without their pointers. */
const valuesOf = (value: unknown): readonly unknown[] =>
  onlyValues({ '@id': 'urn:x:1', [p]: value }).map((found) => ({ ...found, pointer: '' }));

describe('a document without context', () => {
  it('is read as a node with ids, classes, properties and their pointers', () => {
    const document = {
      '@id': 'https://heritage.test/resources/1',
      '@type': ['http://example.org/Site', 'https://heritage.test/graph/2'],
      [p]: [{ '@id': 'urn:x:2', '@type': 'http://example.org/Name', 'http://e.org/~q': 'Mill' }],
    };
    expect(read(document)).toEqual({
      kind: 'node',
      id: 'https://heritage.test/resources/1',
      types: ['http://example.org/Site', 'https://heritage.test/graph/2'],
      pointer: '',
      properties: [
        {
          predicate: p,
          pointer: `/${escapedP}`,
          values: [
            {
              kind: 'node',
              id: 'urn:x:2',
              types: ['http://example.org/Name'],
              pointer: `/${escapedP}/0`,
              properties: [
                {
                  predicate: 'http://e.org/~q',
                  pointer: `/${escapedP}/0/http:~1~1e.org~1~0q`,
                  values: [
                    {
                      kind: 'literal',
                      value: 'Mill',
                      pointer: `/${escapedP}/0/http:~1~1e.org~1~0q`,
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['a text', 'Mill', { value: 'Mill' }],
    ['true', true, { value: 'true', datatype: xsd.boolean }],
    ['false', { '@value': false }, { value: 'false', datatype: xsd.boolean }],
    [
      'a text with a datatype',
      { '@value': '5', '@type': xsd.date },
      { value: '5', datatype: xsd.date },
    ],
    ['an xsd:string', { '@value': '5', '@type': xsd.string }, { value: '5' }],
    [
      'a datatype in a list',
      { '@value': '5', '@type': [xsd.date] },
      { value: '5', datatype: xsd.date },
    ],
    [
      'a number with a datatype',
      { '@value': 5, '@type': xsd.decimal },
      { value: '5', datatype: xsd.decimal },
    ],
    [
      'a text in a language',
      { '@value': 'Mühle', '@language': 'de-CH' },
      { value: 'Mühle', language: 'de-CH' },
    ],
    [
      'a text in a language whose tag can be corrected',
      { '@value': 'a', '@language': 'en_US' },
      { value: 'a', language: 'en-US' },
    ],
    [
      'a text with an index and no direction',
      { '@value': 'a', '@direction': null, '@index': 'x' },
      { value: 'a' },
    ],
    [
      'JSON',
      { '@value': { a: [1, null] }, '@type': '@json' },
      { value: '{"a":[1,null]}', datatype: rdf.json },
    ],
    ['JSON null', { '@value': null, '@type': '@json' }, { value: 'null', datatype: rdf.json }],
  ])('reads %s', (_, value, expected) => {
    expect(valuesOf(value)).toEqual([{ kind: 'literal', pointer: '', ...expected }]);
  });

  it.each([
    ['5', xsd.integer],
    ['-0', xsd.integer],
    ['123456789012345678901234567890', xsd.integer],
    ['1.5', xsd.double],
    ['1.0', xsd.double],
    ['1.50', xsd.double],
    ['1e400', xsd.double],
  ])('keeps every digit of the number %s', (written, datatype) => {
    const [value] = onlyValues(`{"@id":"urn:x:1","${p}":${written}}`);
    expect(value).toMatchObject({ value: written, datatype });
  });

  it('keeps the digits of numbers with a datatype, and of numbers in JSON literals', () => {
    const document = `{"${p}":[{"@value":1.50,"@type":"${xsd.decimal}"},{"@value":[1.0],"@type":"@json"}]}`;
    expect(onlyValues(document).map((value) => value.kind === 'literal' && value.value)).toEqual([
      '1.50',
      '[1.0]',
    ]);
  });

  it.each([
    ['null', null],
    ['an empty list', []],
    ['lists of empty values', [null, [], { '@value': null }, { '@list': [] }, { '@set': [null] }]],
  ])('has no property for %s', (_, value) => {
    expect(read({ '@id': 'urn:x:1', [p]: value }).properties).toEqual([]);
  });

  it('reads lists and sets as their values in order, with the pointer of each value', () => {
    const document = {
      [p]: ['a', ['b'], { '@list': ['c', { '@list': 'd' }] }, { '@set': ['e'], '@index': 'x' }],
    };
    const values = onlyValues(document);
    expect(values.map((value) => [value.kind === 'literal' && value.value, value.pointer])).toEqual(
      [
        ['a', `/${escapedP}/0`],
        ['b', `/${escapedP}/1/0`],
        ['c', `/${escapedP}/2/@list/0`],
        ['d', `/${escapedP}/2/@list/1/@list`],
        ['e', `/${escapedP}/3/@set/0`],
      ],
    );
  });

  it.each([
    ['', `${baseUrl}/`],
    ['resources/1', `${baseUrl}/resources/1`],
    ['/resources/1#x', `${baseUrl}/resources/1#x`],
    ['./a/../b', `${baseUrl}/b`],
    ['../../c', `${baseUrl}/c`],
    ['?q', `${baseUrl}/?q`],
    ['#f', `${baseUrl}/#f`],
    ['//other.test/a', 'https://other.test/a'],
    ['http://example.org/old mill', 'http://example.org/old%20mill'],
    ['urn:uuid:1', 'urn:uuid:1'],
  ])('resolves the id “%s” against the base URL of the service', (id, expected) => {
    expect(read({ '@id': id, '@type': 'http://example.org/C' }).id).toBe(expected);
  });

  it('resolves a relative class against the base URL of the service', () => {
    expect(read({ '@type': ['/graph/1', 'a/b'] }).types).toEqual([
      `${baseUrl}/graph/1`,
      `${baseUrl}/a/b`,
    ]);
  });

  it('has no id if @id is missing or null', () => {
    expect(read({ '@id': null, [p]: {} })).toMatchObject({
      id: '',
      properties: [{ values: [{ id: '', types: [], properties: [] }] }],
    });
  });

  it('has each class once', () => {
    expect(read({ '@type': ['urn:x:c', 'urn:x:d', 'urn:x:c'] }).types).toEqual([
      'urn:x:c',
      'urn:x:d',
    ]);
  });

  it('may be in a list with one element', () => {
    expect(read([{ '@id': 'urn:x:1', [p]: 'a' }])).toMatchObject({ id: 'urn:x:1', pointer: '/0' });
  });

  it('may be a node without types and properties', () => {
    expect(read({ '@id': '/resources/1' })).toEqual({
      kind: 'node',
      id: `${baseUrl}/resources/1`,
      types: [],
      properties: [],
      pointer: '',
    });
  });
});
