import { describe, expect, it } from 'vitest';

import type { IncomingNode, IncomingValue } from '../../../../lib/json-ld/incoming-value.ts';
import { rdf, xsd } from '../../../../lib/rdf/vocabulary.ts';
import { baseUrl, onlyValues, problemsOf, read } from './reading.ts';

const ex = 'http://example.org/';

/** Formats a value: its text with language or datatype, or its id. */
function formatValue(value: IncomingValue): string {
  if (value.kind === 'node') return `<${value.id}>`;
  const { language, datatype } = value;
  if (language !== undefined) return `${value.value}@${language}`;
  return datatype === undefined
    ? value.value
    : `${value.value}^^${datatype.replace(xsd.string.slice(0, -6), 'xsd:')}`;
}

const shortPredicates = (node: IncomingNode): readonly string[] =>
  node.properties.map(({ predicate }) => predicate.replace(ex, ''));

/** The values of the term `t` with this definition. */
const valuesOfTerm = (
  definition: unknown,
  value: unknown,
  otherMembers: object = {},
): readonly string[] =>
  onlyValues({
    '@context': { ex, xsd: xsd.string.slice(0, -6), ...otherMembers, t: definition },
    t: value,
  }).map(formatValue);

describe('a context', () => {
  it.each([
    ['an IRI', { t: `${ex}p` }],
    ['an object', { t: { '@id': `${ex}p` } }],
    ['a compact IRI whose prefix comes later', { t: 'ex:p', ex }],
    ['a vocabulary', { '@vocab': ex, t: { '@id': 'p' } }],
    ['another term', { t: 'other', other: `${ex}p` }],
    ['a term with `@prefix`', { x: { '@id': `${ex}p`, '@prefix': true }, t: 'x:' }],
  ])('defines a term by %s', (_, context) => {
    expect(shortPredicates(read({ '@context': context, t: 'a' }))).toEqual(['p']);
  });

  it('expands compact IRIs, and terms of the vocabulary', () => {
    const document = {
      '@context': { ex, '@vocab': `${ex}v/` },
      'ex:p': 'a',
      q: 'b',
      '@type': ['ex:C', 'D'],
    };
    const node = read(document);
    expect(shortPredicates(node)).toEqual(['p', 'v/q']);
    expect(node.types).toEqual([`${ex}C`, `${ex}v/D`]);
  });

  it('does not use a term as a prefix if its definition is an object', () => {
    const context = { x: { '@id': ex } };
    expect(read({ '@context': context, 'x:p': 'a' }).properties[0]?.predicate).toBe('x:p');
  });

  it('can define other names for keywords', () => {
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
  ])('applies the type %s of a term to %j', (type, value, expected) => {
    expect(valuesOfTerm({ '@id': 'ex:p', '@type': type }, value)).toEqual(expected);
  });

  it('applies the type @json to each value of a @set in a node whose own context is not propagated', () => {
    const inner = { '@propagate': false, t: 'ex:p' };
    const document = {
      '@context': { ex, r: 'ex:r', t: { '@id': 'ex:p', '@type': '@json' } },
      r: { '@context': inner, t: { '@set': [true] } },
    };
    expect(onlyValues(document)).toMatchObject([
      { properties: [{ values: [{ value: 'true', datatype: rdf.json }] }] },
    ]);
  });

  it('applies the default language to strings, unless their term has its own language or type', () => {
    const defaultLanguage = { '@language': 'en' };
    expect(valuesOfTerm('ex:p', ['a', 5, { '@value': 'b' }], defaultLanguage)).toEqual([
      'a@en',
      '5^^xsd:integer',
      'b',
    ]);
    expect(valuesOfTerm({ '@id': 'ex:p', '@language': 'de' }, 'a', defaultLanguage)).toEqual([
      'a@de',
    ]);
    expect(valuesOfTerm({ '@id': 'ex:p', '@language': null }, 'a', defaultLanguage)).toEqual(['a']);
    expect(valuesOfTerm({ '@id': 'ex:p', '@type': 'xsd:date' }, 'a', defaultLanguage)).toEqual([
      'a^^xsd:date',
    ]);
  });

  it('refuses a direction, which no literal could keep, of a context, a term and a value', () => {
    const context = { ex, t: 'ex:p' };
    expect(problemsOf({ '@context': { ...context, '@direction': 'ltr' }, t: 'a' })).toEqual([
      'unsupported_keyword /@context/@direction',
    ]);
    const term = { '@id': 'ex:p', '@direction': 'rtl' };
    expect(problemsOf({ '@context': { ex, t: term }, t: 'a' })).toEqual(['unsupported_keyword /t']);
    const value = { '@value': 'a', '@language': 'ar', '@direction': 'rtl' };
    expect(problemsOf({ '@context': context, t: value })).toEqual([
      'unsupported_keyword /t/@direction',
    ]);
    expect(problemsOf({ '@context': context, t: { ...value, '@direction': null } })).toEqual([]);
  });

  it('reads texts of a @language container, with the pointer of each text', () => {
    const document = {
      '@context': { t: { '@id': `${ex}p`, '@container': ['@language', '@set'] } },
      t: { en: 'a', 'de/AT': null, de: ['b', null, 'c'], '@none': 'd' },
    };
    const values = onlyValues(document);
    expect(values.map(formatValue)).toEqual(['a@en', 'b@de', 'c@de', 'd']);
    expect(values.map(({ pointer }) => pointer)).toEqual([
      '/t/en',
      '/t/de/0',
      '/t/de/2',
      '/t/@none',
    ]);
  });

  it('reads nodes of an @id container', () => {
    const definition = { '@id': 'ex:p', '@container': '@id' };
    expect(
      valuesOfTerm(definition, {
        'ex:a': { 'ex:q': 'x' },
        '': {},
        'ex:b': { '@id': 'ex:c' },
        '@none': {},
      }),
    ).toEqual([`<${ex}a>`, `<${baseUrl}/>`, `<${ex}c>`, '<>']);
  });

  it('reads nodes of a @type container', () => {
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

  it('applies the context of a class to keys of @id and @type containers, not to their content', () => {
    const person = { '@id': `${ex}Person`, '@context': { ex: 'http://inner.example/' } };
    const place = { '@id': `${ex}Place`, '@context': { q: `${ex}q` } };
    const document = {
      '@context': {
        '@vocab': ex,
        ex,
        Person: person,
        Place: place,
        t: { '@id': 'p', '@container': '@id' },
        u: { '@id': 'p', '@container': '@type' },
      },
      '@type': 'Person',
      t: { 'ex:a': { 'ex:b': 'x' } },
      u: { Place: { q: 'y' }, 'ex:C': {} },
    };
    expect(onlyValues(document)).toMatchObject([
      { id: 'http://inner.example/a', properties: [{ predicate: `${ex}b` }] },
      { types: [`${ex}Place`], properties: [{ predicate: `${ex}q` }] },
      { types: [`${ex}C`] },
    ]);
  });

  it('reads values of an @index container without the index', () => {
    expect(
      valuesOfTerm({ '@id': 'ex:p', '@container': '@index' }, { one: 'a', two: ['b'] }),
    ).toEqual(['a', 'b']);
  });

  it('reads a @list container as its values', () => {
    expect(valuesOfTerm({ '@id': 'ex:p', '@container': '@list' }, ['a', ['b']])).toEqual([
      'a',
      'b',
    ]);
  });

  it('moves the members of @nest to the parent node', () => {
    const context = { ex, more: '@nest', t: { '@id': 'ex:p', '@nest': 'more' } };
    const document = { '@context': context, more: [{ t: 'a', more: { 'ex:q': 'b' } }] };
    expect(read(document).properties).toMatchObject([
      { predicate: `${ex}p`, pointer: '/more/0/t' },
      { predicate: `${ex}q`, pointer: '/more/0/more/ex:q' },
    ]);
  });

  it('reads the members of @nest in the context that its term defines, at every depth', () => {
    const inner = { '@id': '@nest', '@context': { u: 'ex:q' } };
    const context = { ex, more: { '@id': '@nest', '@context': { t: 'ex:p', inner } } };
    const document = { '@context': context, more: [{ t: 'a', inner: { t: 'b', u: 'c' } }] };
    expect(read(document).properties).toMatchObject([
      { predicate: `${ex}p`, values: [{ value: 'a' }, { value: 'b' }] },
      { predicate: `${ex}q`, pointer: '/more/0/inner/u' },
    ]);
  });

  it('uses the context of a term for @nest for the whole nested object, and nowhere else', () => {
    const scoped = { t: { '@id': 'ex:p', '@type': 'ex:date' }, '@language': 'de', part: 'ex:r' };
    const context = { ex, t: 'ex:q', more: { '@id': '@nest', '@context': scoped } };
    const document = {
      '@context': context,
      t: 'a',
      more: { t: 'b', part: { t: 'c' }, 'ex:s': 'd' },
    };
    expect(read(document).properties).toMatchObject([
      { predicate: `${ex}q`, values: [{ value: 'a' }] },
      { predicate: `${ex}p`, values: [{ value: 'b', datatype: `${ex}date` }] },
      { predicate: `${ex}r`, values: [{ properties: [{ predicate: `${ex}p` }] }] },
      { predicate: `${ex}s`, values: [{ value: 'd', language: 'de' }] },
    ]);
  });

  it('ends the context of a term for @nest at nested nodes if it does not propagate', () => {
    const scoped = { '@propagate': false, t: 'ex:p', part: 'ex:r' };
    const context = { ex, t: 'ex:q', more: { '@id': '@nest', '@context': scoped } };
    const document = { '@context': context, more: { t: 'a', part: { t: 'b' } } };
    expect(read(document).properties).toMatchObject([
      { predicate: `${ex}p` },
      { predicate: `${ex}r`, values: [{ properties: [{ predicate: `${ex}q` }] }] },
    ]);
  });

  it('refuses a @context inside of @nest, which would have no effect', () => {
    const document = { '@context': { ex }, '@nest': { '@context': { t: 'ex:p' }, 'ex:q': 'a' } };
    expect(problemsOf(document)).toEqual(['misplaced_keyword /@nest/@context']);
  });

  it('merges keys with the same property, at the pointer of the first key', () => {
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

  it('omits a term that it defines as null', () => {
    const context = { '@vocab': ex, comment: null, note: { '@id': null } };
    expect(shortPredicates(read({ '@context': context, comment: 'a', note: 'b', p: 'c' }))).toEqual(
      ['p'],
    );
  });

  it('may be a list, in which later contexts override earlier ones', () => {
    const contexts = [{ a: `${ex}1`, b: `${ex}2` }, null, { a: `${ex}3` }, { c: 'a' }];
    expect(shortPredicates(read({ '@context': contexts, a: 'x', c: 'y' }))).toEqual(['3']);
    expect(problemsOf({ '@context': contexts, a: 'x', b: 'y' })).toEqual(['unknown_term /b']);
  });

  it('is valid in the nodes below, until a node has its own context', () => {
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

  it('of a property is valid in its values and the nodes below them', () => {
    const context = { p: { '@id': `${ex}p`, '@context': { q: `${ex}q` } }, r: `${ex}r` };
    const document = { '@context': context, p: { q: { q: 'a' } } };
    expect(problemsOf(document)).toEqual([]);
    expect(problemsOf({ '@context': context, r: { q: 'a' } })).toEqual(['unknown_term /r/q']);
  });

  it('of a property sets the language of its texts', () => {
    expect(valuesOfTerm({ '@id': 'ex:p', '@context': { '@language': 'fr' } }, 'a')).toEqual([
      'a@fr',
    ]);
  });

  it('of a class is valid only in nodes of the class, not in the nodes below them', () => {
    const context = { C: { '@id': `${ex}C`, '@context': { q: `${ex}q` } }, r: `${ex}r` };
    expect(problemsOf({ '@context': context, '@type': 'C', q: 'a', r: {} })).toEqual([]);
    expect(problemsOf({ '@context': context, '@type': 'C', r: { q: 'a' } })).toEqual([
      'unknown_term /r/q',
    ]);
  });

  it('of a class is valid in the nodes below if it has `@propagate: true`', () => {
    const inner = { '@propagate': true, q: `${ex}q` };
    const context = { C: { '@id': `${ex}C`, '@context': inner }, r: `${ex}r` };
    expect(problemsOf({ '@context': context, '@type': 'C', r: { q: 'a' } })).toEqual([]);
  });

  it('is not valid in the nodes below if it has `@propagate: false`', () => {
    const context = { '@propagate': false, p: `${ex}p` };
    expect(problemsOf({ '@context': context, p: {} })).toEqual([]);
    expect(problemsOf({ '@context': context, p: { p: 'a' } })).toEqual(['unknown_term /p/p']);
    expect(problemsOf({ '@context': [context, {}], p: { p: 'a' } })).toEqual(['unknown_term /p/p']);
  });

  it('of several classes is applied in the order of the class names', () => {
    const scoped = (iri: string): object => ({ '@id': ex + iri, '@context': { q: ex + iri } });
    const document = {
      '@context': { B: scoped('b'), A: scoped('a') },
      '@type': ['B', 'A'],
      q: 'x',
    };
    expect(shortPredicates(read(document))).toEqual(['b']);
  });

  it('can set another base for relative references, or no base', () => {
    const idOf = (context: unknown, id: string): string =>
      read({ '@context': context, '@id': id, '@type': 'urn:x:c' }).id;
    expect(idOf({ '@base': 'http://b.example/x/y' }, 'z')).toBe('http://b.example/x/z');
    expect(idOf([{ '@base': 'http://b.example/x/' }, { '@base': 'y/' }], '')).toBe(
      'http://b.example/x/y/',
    );
    expect(idOf({ '@base': '/x/' }, 'z')).toBe(`${baseUrl}/x/z`);
    expect(problemsOf({ '@context': { '@base': null }, '@id': 'z' })).toEqual(['invalid_id /@id']);
  });
});
