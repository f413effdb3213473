import { describe, expect, it } from 'vitest';

import { problemsOf } from './reading.ts';

const ex = 'http://example.org/';

describe('an invalid context', () => {
  it.each([
    ['a number', 5, ''],
    ['a list with a number', [{}, 5], '/1'],
    ['terms that depend on each other', { a: 'b:x', b: 'a:y' }, '/a'],
    ['a term with a relative IRI', { a: 'nothing' }, '/a'],
    ['a term without IRI', { a: {} }, '/a'],
    ['a term that is a number', { a: 5 }, '/a'],
    ['an empty term', { '': `${ex}p` }, '/'],
    ['a keyword with another meaning', { '@id': `${ex}p` }, '/@id'],
    ['another name for @context', { a: '@context' }, '/a'],
    ['a term with an unknown part', { a: { '@id': `${ex}p`, '@color': 'red' } }, '/a'],
    ['a type that is not an IRI', { a: { '@id': `${ex}p`, '@type': 'nothing' } }, '/a'],
    ['an unknown container', { a: { '@id': `${ex}p`, '@container': '@bag' } }, '/a'],
    [
      'a container that is both @list and @id',
      { a: { '@id': `${ex}p`, '@container': ['@list', '@id'] } },
      '/a',
    ],
    [
      'JSON literals in a @type container',
      { a: { '@id': `${ex}p`, '@type': '@json', '@container': '@type' } },
      '/a',
    ],
    ['a prefix that is a keyword', { a: { '@id': '@type', '@prefix': true } }, '/a'],
    ['a flag that is a text', { a: { '@id': `${ex}p`, '@protected': 'yes' } }, '/a'],
    ['a language that is a number', { a: { '@id': `${ex}p`, '@language': 5 } }, '/a'],
    ['a compact IRI that is defined as another IRI', { 'ex:a': `${ex}b`, ex }, '/ex:a'],
    ['version 1.0', { '@version': 1 }, '/@version'],
    ['a base that is a number', { '@base': 5 }, '/@base'],
    ['a vocabulary that is a number', { '@vocab': 5 }, '/@vocab'],
    ['a default language that is a number', { '@language': 5 }, '/@language'],
    ['an invalid direction', { '@direction': 'up' }, '/@direction'],
    ['a propagation that is a text', { '@propagate': 'no' }, '/@propagate'],
    ['a protection that is a text', { '@protected': 'no' }, '/@protected'],
  ])('is reported: %s', (_, context, pointer) => {
    expect(problemsOf({ '@context': context, [`${ex}p`]: 'a' })).toContain(
      `invalid_context /@context${pointer}`,
    );
  });

  it('is reported without further problems for the terms that it should define', () => {
    expect(problemsOf({ '@context': { a: 5 }, a: 'x', '@type': 'B' })).toEqual([
      'invalid_context /@context/a',
    ]);
  });

  it('is reported once, however often it is used', () => {
    const context = { p: { '@id': `${ex}p`, '@context': { a: 5 } } };
    expect(problemsOf({ '@context': context, p: [{}, {}, { p: {} }] })).toEqual([
      'invalid_context /@context/p/@context/a',
    ]);
  });

  it('is not reported for version 1.1 if it is written as 1.10', () => {
    expect(problemsOf(`{"@context":{"@version":1.10},"${ex}p":"a"}`)).toEqual([]);
  });

  it('is not reported for keywords of later versions, which are ignored', () => {
    expect(problemsOf({ '@context': { '@later': `${ex}p`, a: '@other' }, a: 'x' })).toEqual([
      'unknown_term /a',
    ]);
  });

  it.each([
    ['@import', { '@import': 'https://c.example/' }, { [`${ex}p`]: 'a' }, '/@context/@import'],
    ['@reverse', { a: { '@reverse': `${ex}p` } }, { a: {} }, '/a'],
    [
      'an index that becomes a property',
      { a: { '@id': `${ex}p`, '@container': '@index', '@index': `${ex}i` } },
      { a: {} },
      '/a',
    ],
    ['named graphs', { a: { '@id': `${ex}p`, '@container': ['@graph', '@id'] } }, { a: {} }, '/a'],
  ])('is reported with unsupported_keyword if it uses %s', (_, context, document, pointer) => {
    expect(problemsOf({ '@context': context, ...document })).toEqual([
      `unsupported_keyword ${pointer}`,
    ]);
  });
});
