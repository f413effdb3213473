import { describe, expect, it } from 'vitest';

import type { IncomingNode, IncomingValue } from '../../../../lib/json-ld/incoming.ts';
import { rdf, xsd } from '../../../../lib/rdf/vocabulary.ts';
import { baseUrl, onlyValues, problemsOf, read } from './reading.ts';

const ex = 'http://example.org/';

/** A value in short: its text with language or datatype, or its id. */
function short(value: IncomingValue): string {
  if (value.kind === 'node') return `<${value.id}>`;
  const { language, datatype } = value;
  if (language !== undefined) return `${value.value}@${language}`;
  return datatype === undefined
    ? value.value
    : `${value.value}^^${datatype.replace(xsd.string.slice(0, -6), 'xsd:')}`;
}

const predicates = (node: IncomingNode): readonly string[] =>
  node.properties.map(({ predicate }) => predicate.replace(ex, ''));

/** What a document says under the term `t`. */
const said = (definition: unknown, value: unknown, more: object = {}): readonly string[] =>
  onlyValues({
    '@context': { ex, xsd: xsd.string.slice(0, -6), ...more, t: definition },
    t: value,
  }).map(short);

describe('a context', () => {
  it.each([
    ['an IRI', { t: `${ex}p` }],
    ['an object', { t: { '@id': `${ex}p` } }],
    ['a compact IRI whose prefix comes later', { t: 'ex:p', ex }],
    ['a vocabulary', { '@vocab': ex, t: { '@id': 'p' } }],
    ['another term', { t: 'other', other: `${ex}p` }],
    ['a prefix that is declared to be one', { x: { '@id': `${ex}p`, '@prefix': true }, t: 'x:' }],
  ])('defines a term by %s', (_, context) => {
    expect(predicates(read({ '@context': context, t: 'a' }))).toEqual(['p']);
  });

  it('gives compact IRIs, and names of the vocabulary, their IRIs', () => {
    const document = {
      '@context': { ex, '@vocab': `${ex}v/` },
      'ex:p': 'a',
      q: 'b',
      '@type': ['ex:C', 'D'],
    };
    const node = read(document);
    expect(predicates(node)).toEqual(['p', 'v/q']);
    expect(node.types).toEqual([`${ex}C`, `${ex}v/D`]);
  });

  it('does not take a term with more than an IRI for a prefix', () => {
    const context = { x: { '@id': ex } };
    expect(read({ '@context': context, 'x:p': 'a' }).properties[0]?.predicate).toBe('x:p');
  });

  it('gives keywords other names', () => {
    const context = {
      id: '@id',
      type: '@type',
      value: '@value',
      lang: '@language',
      graph: '@graph',
      p: `${ex}p`,
    };
    const document = {
      '@context': context,
      graph: [{ id: 'urn:x:1', type: 'urn:x:c', p: { value: 'a', lang: 'en' } }],
    };
    expect(read(document)).toMatchObject({
      id: 'urn:x:1',
      types: ['urn:x:c'],
      pointer: '/graph/0',
      properties: [{ values: [{ value: 'a', language: 'en', pointer: '/graph/0/p' }] }],
    });
  });

  it.each([
    ['@id', 'ex:a', ['<http://example.org/a>']],
    ['@id', 'a', [`<${baseUrl}/a>`]],
    ['@id', 5, ['5^^xsd:integer']],
    ['@vocab', 't', ['<http://example.org/p>']],
    ['xsd:date', '2026', ['2026^^xsd:date']],
    ['xsd:date', 2026, ['2026^^xsd:date']],
    ['xsd:string', 'a', ['a']],
    ['@none', 'a', ['a']],
    ['@json', { a: ['b'] }, [`{"a":["b"]}^^${rdf.json}`]],
    ['@json', null, [`null^^${rdf.json}`]],
    ['@json', ['a', 'b'], [`["a","b"]^^${rdf.json}`]],
  ])('gives values of a term of type %s their kind: %j', (type, value, expected) => {
    expect(said({ '@id': 'ex:p', '@type': type }, value)).toEqual(expected);
  });

  it('gives texts a language, unless a term has its own or none', () => {
    const more = { '@language': 'en' };
    expect(said('ex:p', ['a', 5, { '@value': 'b' }], more)).toEqual([
      'a@en',
      '5^^xsd:integer',
      'b',
    ]);
    expect(said({ '@id': 'ex:p', '@language': 'de' }, 'a', more)).toEqual(['a@de']);
    expect(said({ '@id': 'ex:p', '@language': null }, 'a', more)).toEqual(['a']);
    expect(said({ '@id': 'ex:p', '@type': 'xsd:date' }, 'a', more)).toEqual(['a^^xsd:date']);
  });

  it('takes a direction, which a literal does not hold', () => {
    expect(said({ '@id': 'ex:p', '@direction': 'rtl' }, 'a', { '@direction': 'ltr' })).toEqual([
      'a',
    ]);
  });

  it('reads texts by language, with the place of each', () => {
    const document = {
      '@context': { t: { '@id': `${ex}p`, '@container': ['@language', '@set'] } },
      t: { en: 'a', 'de/AT': null, de: ['b', null, 'c'], '@none': 'd' },
    };
    const values = onlyValues(document);
    expect(values.map(short)).toEqual(['a@en', 'b@de', 'c@de', 'd']);
    expect(values.map(({ pointer }) => pointer)).toEqual([
      '/t/en',
      '/t/de/0',
      '/t/de/2',
      '/t/@none',
    ]);
  });

  it('reads nodes by id', () => {
    const definition = { '@id': 'ex:p', '@container': '@id' };
    expect(
      said(definition, { 'ex:a': { 'ex:q': 'x' }, '': {}, 'ex:b': { '@id': 'ex:c' }, '@none': {} }),
    ).toEqual([`<${ex}a>`, `<${baseUrl}/>`, `<${ex}c>`, '<>']);
  });

  it('reads nodes by class', () => {
    const definition = { '@id': 'ex:p', '@container': '@type' };
    const values = onlyValues({
      '@context': { ex, t: definition },
      t: { 'ex:C': [{ '@type': 'ex:D' }, 'ex:a'], '@none': { '@type': 'ex:E' } },
    });
    expect(
      values.map((value) => value.kind === 'node' && [value.id, value.types, value.pointer]),
    ).toEqual([
      ['', [`${ex}C`, `${ex}D`], '/t/ex:C/0'],
      [`${ex}a`, [`${ex}C`], '/t/ex:C/1'],
      ['', [`${ex}E`], '/t/@none'],
    ]);
  });

  it('reads values by an index, which says nothing', () => {
    expect(said({ '@id': 'ex:p', '@container': '@index' }, { one: 'a', two: ['b'] })).toEqual([
      'a',
      'b',
    ]);
  });

  it('reads a list as its values', () => {
    expect(said({ '@id': 'ex:p', '@container': '@list' }, ['a', ['b']])).toEqual(['a', 'b']);
  });

  it('puts what is nested into the node around it', () => {
    const context = { ex, more: '@nest', t: { '@id': 'ex:p', '@nest': 'more' } };
    const document = { '@context': context, more: [{ t: 'a', more: { 'ex:q': 'b' } }] };
    expect(read(document).properties).toMatchObject([
      { predicate: `${ex}p`, pointer: '/more/0/t' },
      { predicate: `${ex}q`, pointer: '/more/0/more/ex:q' },
    ]);
  });

  it('merges what different keys say by the same property, at the place of the first', () => {
    const document = {
      '@context': { ex, t: 'ex:p' },
      t: 'a',
      'ex:q': 'x',
      'ex:p': ['b'],
      [`${ex}p`]: 'c',
    };
    expect(read(document).properties).toMatchObject([
      {
        predicate: `${ex}p`,
        pointer: '/t',
        values: [
          { value: 'a', pointer: '/t' },
          { value: 'b', pointer: '/ex:p/0' },
          { value: 'c', pointer: '/http:~1~1example.org~1p' },
        ],
      },
      { predicate: `${ex}q` },
    ]);
  });

  it('leaves a term out that it says means nothing', () => {
    const context = { '@vocab': ex, comment: null, note: { '@id': null } };
    expect(predicates(read({ '@context': context, comment: 'a', note: 'b', p: 'c' }))).toEqual([
      'p',
    ]);
  });

  it('may be a list, whose later contexts come on top', () => {
    const contexts = [{ a: `${ex}1`, b: `${ex}2` }, null, { a: `${ex}3` }, { c: 'a' }];
    expect(predicates(read({ '@context': contexts, a: 'x', c: 'y' }))).toEqual(['3']);
    expect(problemsOf({ '@context': contexts, a: 'x', b: 'y' })).toEqual(['unknown_term /b']);
  });

  it('is valid in the nodes inside, until one has a context of its own', () => {
    const document = {
      '@context': { p: `${ex}p`, q: `${ex}q` },
      p: { '@context': { p: `${ex}inner` }, p: 'a', q: { '@context': null, [`${ex}r`]: 'b' } },
    };
    expect(read(document)).toMatchObject({
      properties: [
        {
          predicate: `${ex}p`,
          values: [
            {
              properties: [
                { predicate: `${ex}inner` },
                { predicate: `${ex}q`, values: [{ properties: [{ predicate: `${ex}r` }] }] },
              ],
            },
          ],
        },
      ],
    });
  });

  it('of a property is valid in its values and the nodes inside them', () => {
    const context = { p: { '@id': `${ex}p`, '@context': { q: `${ex}q` } }, r: `${ex}r` };
    const document = { '@context': context, p: { q: { q: 'a' } } };
    expect(problemsOf(document)).toEqual([]);
    expect(problemsOf({ '@context': context, r: { q: 'a' } })).toEqual(['unknown_term /r/q']);
  });

  it('of a property gives its texts their language', () => {
    expect(said({ '@id': 'ex:p', '@context': { '@language': 'fr' } }, 'a')).toEqual(['a@fr']);
  });

  it('of a class is valid in its nodes alone, not in those inside them', () => {
    const context = { C: { '@id': `${ex}C`, '@context': { q: `${ex}q` } }, r: `${ex}r` };
    expect(problemsOf({ '@context': context, '@type': 'C', q: 'a', r: {} })).toEqual([]);
    expect(problemsOf({ '@context': context, '@type': 'C', r: { q: 'a' } })).toEqual([
      'unknown_term /r/q',
    ]);
  });

  it('of a class is valid in the nodes inside, too, where it says so', () => {
    const inner = { '@propagate': true, q: `${ex}q` };
    const context = { C: { '@id': `${ex}C`, '@context': inner }, r: `${ex}r` };
    expect(problemsOf({ '@context': context, '@type': 'C', r: { q: 'a' } })).toEqual([]);
  });

  it('is not valid in the nodes inside where it says so', () => {
    const context = { '@propagate': false, p: `${ex}p` };
    expect(problemsOf({ '@context': [{ r: `${ex}r` }, context].at(1), p: {} })).toEqual([]);
    expect(problemsOf({ '@context': context, p: { p: 'a' } })).toEqual(['unknown_term /p/p']);
  });

  it('applies those of several classes in the order of their names', () => {
    const scoped = (iri: string): object => ({ '@id': ex + iri, '@context': { q: ex + iri } });
    const document = {
      '@context': { B: scoped('b'), A: scoped('a') },
      '@type': ['B', 'A'],
      q: 'x',
    };
    expect(predicates(read(document))).toEqual(['b']);
  });

  it('gives relative references another base, or none', () => {
    const named = (context: unknown, id: string): string =>
      read({ '@context': context, '@id': id, '@type': 'urn:x:c' }).id;
    expect(named({ '@base': 'http://b.example/x/y' }, 'z')).toBe('http://b.example/x/z');
    expect(named([{ '@base': 'http://b.example/x/' }, { '@base': 'y/' }], '')).toBe(
      'http://b.example/x/y/',
    );
    expect(named({ '@base': '/x/' }, 'z')).toBe(`${baseUrl}/x/z`);
    expect(problemsOf({ '@context': { '@base': null }, '@id': 'z' })).toEqual(['invalid_id /@id']);
  });

  it('protects its terms from contexts inside', () => {
    const context = {
      '@protected': true,
      p: `${ex}p`,
      q: { '@id': `${ex}q`, '@protected': false },
    };
    const inside = (local: unknown): readonly string[] =>
      problemsOf({ '@context': context, q: { '@context': local, p: 'a' } });
    expect(inside({ p: `${ex}other` })).toEqual(['invalid_context /q/@context/p']);
    expect(inside(null)).toEqual(['invalid_context /q/@context']);
    expect(inside({ p: `${ex}p`, q: `${ex}other` })).toEqual([]);
  });

  it('lets the context of a property define protected terms again', () => {
    const context = {
      '@protected': true,
      p: `${ex}p`,
      q: { '@id': `${ex}q`, '@context': { p: `${ex}other` } },
    };
    expect(problemsOf({ '@context': context, q: { p: 'a' } })).toEqual([]);
  });
});

describe('a context that is none', () => {
  it.each([
    ['a number', 5, ''],
    ['a list with a number', [{}, 5], '/1'],
    ['a term that needs itself', { a: 'b:x', b: 'a:y' }, '/a'],
    ['a term for no IRI', { a: 'nothing' }, '/a'],
    ['a term without IRI', { a: {} }, '/a'],
    ['a term that is a number', { a: 5 }, '/a'],
    ['an empty term', { '': `${ex}p` }, '/'],
    ['a keyword with another meaning', { '@id': `${ex}p` }, '/@id'],
    ['another name for @context', { a: '@context' }, '/a'],
    ['a term with an unknown part', { a: { '@id': `${ex}p`, '@color': 'red' } }, '/a'],
    ['a type that is no IRI', { a: { '@id': `${ex}p`, '@type': 'nothing' } }, '/a'],
    ['an unknown container', { a: { '@id': `${ex}p`, '@container': '@bag' } }, '/a'],
    ['a list that is a map', { a: { '@id': `${ex}p`, '@container': ['@list', '@id'] } }, '/a'],
    [
      'literals by class',
      { a: { '@id': `${ex}p`, '@type': '@json', '@container': '@type' } },
      '/a',
    ],
    ['a prefix that is a keyword', { a: { '@id': '@type', '@prefix': true } }, '/a'],
    ['a flag that is a text', { a: { '@id': `${ex}p`, '@protected': 'yes' } }, '/a'],
    ['a language that is a number', { a: { '@id': `${ex}p`, '@language': 5 } }, '/a'],
    ['a term in the form of another IRI', { 'ex:a': `${ex}b`, ex }, '/ex:a'],
    ['version 1.0', { '@version': 1 }, '/@version'],
    ['a base that is a number', { '@base': 5 }, '/@base'],
    ['a vocabulary that is a number', { '@vocab': 5 }, '/@vocab'],
    ['a default language that is a number', { '@language': 5 }, '/@language'],
    ['a direction that is none', { '@direction': 'up' }, '/@direction'],
    ['a propagation that is a text', { '@propagate': 'no' }, '/@propagate'],
    ['a protection that is a text', { '@protected': 'no' }, '/@protected'],
  ])('is a problem: %s', (_, context, pointer) => {
    expect(problemsOf({ '@context': context, [`${ex}p`]: 'a' })).toContain(
      `invalid_context /@context${pointer}`,
    );
  });

  it('makes no further problems of the terms that it would have defined', () => {
    expect(problemsOf({ '@context': { a: 5 }, a: 'x', '@type': 'B' })).toEqual([
      'invalid_context /@context/a',
    ]);
  });

  it('is a problem once, however often it is used', () => {
    const context = { p: { '@id': `${ex}p`, '@context': { a: 5 } } };
    expect(problemsOf({ '@context': context, p: [{}, {}, { p: {} }] })).toEqual([
      'invalid_context /@context/p/@context/a',
    ]);
  });

  it('is version 1.1 in any spelling of the number', () => {
    expect(problemsOf(`{"@context":{"@version":1.10},"${ex}p":"a"}`)).toEqual([]);
  });

  it('keeps names of later versions without meaning', () => {
    expect(problemsOf({ '@context': { '@later': `${ex}p`, a: '@other' }, a: 'x' })).toEqual([
      'unknown_term /a',
    ]);
  });

  it.each([
    ['@import', { '@import': 'https://c.example/' }, { [`${ex}p`]: 'a' }, '/@context/@import'],
    ['@reverse', { a: { '@reverse': `${ex}p` } }, { a: {} }, '/a'],
    [
      'a property made of an index',
      { a: { '@id': `${ex}p`, '@container': '@index', '@index': `${ex}i` } },
      { a: {} },
      '/a',
    ],
    ['named graphs', { a: { '@id': `${ex}p`, '@container': ['@graph', '@id'] } }, { a: {} }, '/a'],
  ])('says that %s is not supported where it is used', (_, context, document, pointer) => {
    expect(problemsOf({ '@context': context, ...document })).toEqual([
      `unsupported_keyword ${pointer}`,
    ]);
  });
});
