import { describe, expect, it } from 'vitest';

import { valueAt, problemsOf, detailedProblemsOf, parseAsService } from './reading.ts';

const p = 'http://example.org/p';
const escapedP = 'http:~1~1example.org~1p';

describe('an invalid document', () => {
  it.each([
    ['a key without IRI', { name: 'Mill' }, 'unknown_term /name'],
    ['a key without IRI and with null', { name: null }, 'unknown_term /name'],
    ['a key with a slash or tilde', { 'a/b~c': 'x' }, 'unknown_term /a~1b~0c'],
    ['an unknown keyword', { '@colour': 'red' }, 'unknown_term /@colour'],
    ['a blank node as property', { '_:p': 'a' }, 'unknown_term /_:p'],
    ['a class without IRI', { '@type': ['urn:x:c', 'Site'] }, 'unknown_term /@type/1'],
    ['a blank node as class', { '@type': '_:c' }, 'unknown_term /@type'],
    ['a class that is a number', { '@type': 5 }, 'invalid_type /@type'],
    ['an id that is a number', { '@id': 5 }, 'invalid_id /@id'],
    ['an id that is a list', { '@id': ['urn:x:1'] }, 'invalid_id /@id'],
    ['an id that looks like a keyword', { '@id': '@here' }, 'invalid_id /@id'],
    ['two ids', { '@context': { id: '@id' }, '@id': 'urn:x:1', id: 'urn:x:2' }, 'invalid_id /id'],
    [
      'an invalid language tag',
      { [p]: { '@value': 'a', '@language': 'english!' } },
      `invalid_language /${escapedP}`,
    ],
    [
      'a language of a number',
      { [p]: { '@value': 5, '@language': 'en' } },
      `invalid_value /${escapedP}/@language`,
    ],
    [
      'a language that is a number',
      { [p]: { '@value': 'a', '@language': 5 } },
      `invalid_value /${escapedP}/@language`,
    ],
    [
      'a language and a datatype',
      { [p]: { '@value': 'a', '@language': 'en', '@type': 'urn:x:t' } },
      `invalid_value /${escapedP}/@language`,
    ],
    [
      'an invalid direction',
      { [p]: { '@value': 'a', '@direction': 'up' } },
      `invalid_value /${escapedP}/@direction`,
    ],
    ['an object as value', { [p]: { '@value': { a: 1 } } }, `invalid_value /${escapedP}/@value`],
    [
      'several datatypes',
      { [p]: { '@value': 'a', '@type': ['urn:x:a', 'urn:x:b'] } },
      `invalid_value /${escapedP}/@type`,
    ],
    [
      'a datatype without IRI',
      { [p]: { '@value': 'a', '@type': 'date' } },
      `unknown_term /${escapedP}/@type`,
    ],
    [
      'a property of a value',
      { [p]: { '@value': 'a', [p]: 'b' } },
      `invalid_value /${escapedP}/${escapedP}`,
    ],
    [
      'an unknown key of a value',
      { [p]: { '@value': 'a', name: 'b' } },
      `unknown_term /${escapedP}/name`,
    ],
    [
      'a property of a list',
      { [p]: { '@list': [], [p]: 'b' } },
      `invalid_value /${escapedP}/${escapedP}`,
    ],
    [
      'a keyword in a place where it has no meaning',
      { '@language': 'en' },
      'misplaced_keyword /@language',
    ],
    ['reverse properties', { '@reverse': { [p]: {} } }, 'unsupported_keyword /@reverse'],
    ['included nodes', { '@included': [] }, 'unsupported_keyword /@included'],
    ['a named graph', { '@id': 'urn:x:1', '@graph': [] }, 'unsupported_keyword /@graph'],
    [
      'a graph in a graph',
      { '@graph': [{ '@graph': [] }] },
      'unsupported_keyword /@graph/0/@graph',
    ],
    [
      'a text in a graph',
      { '@graph': ['a', { '@id': 'urn:x:1' }] },
      'value_without_property /@graph/0',
    ],
    [
      'a value in a list of documents',
      [{ '@value': 'a' }, { '@id': 'urn:x:1' }],
      'value_without_property /0',
    ],
    ['nested text', { '@context': { more: '@nest' }, more: ['a'] }, 'invalid_value /more/0'],
    ['a nested value', { '@nest': { '@value': 'a' } }, 'invalid_value /@nest'],
    [
      'a number in a @language container',
      { '@context': { t: { '@id': p, '@container': '@language' } }, t: { en: [5] } },
      'invalid_value /t/en/0',
    ],
    [
      'a text in an @id container',
      { '@context': { t: { '@id': p, '@container': '@id' } }, t: { 'urn:x:1': 'a' } },
      'invalid_value /t/urn:x:1',
    ],
    [
      'a value object in place of an @index container',
      { '@context': { t: { '@id': p, '@container': '@index' } }, t: { '@value': 'a' } },
      'misplaced_keyword /t/@value',
    ],
    [
      'an unknown term as a value of type @vocab',
      { '@context': { t: { '@id': p, '@type': '@vocab' } }, t: 'Site' },
      'unknown_term /t',
    ],
    ['U+0000 in a text', { [p]: ['a', 'b\0'] }, `unusable_character /${escapedP}/1`],
    [
      'half a surrogate pair in a text',
      { [p]: { '@value': '\ud800' } },
      `unusable_character /${escapedP}/@value`,
    ],
    [
      'half a surrogate pair in JSON',
      { [p]: { '@value': [{ a: '\udc00' }], '@type': '@json' } },
      `unusable_character /${escapedP}/@value/0/a`,
    ],
    ['U+0000 in an id', { '@id': 'urn:x:\0' }, 'unusable_character /@id'],
  ])('is refused with one problem and its pointer: %s', (_, document, expected) => {
    expect(problemsOf(document)).toEqual([expected]);
    const [, pointer = ''] = expected.split(' ');
    expect(() => valueAt(parseAsService(document), pointer)).not.toThrow();
  });

  it('is refused if a key cannot be stored', () => {
    expect(problemsOf({ [`${p}\0`]: 'a' })).toEqual([`unusable_character /${escapedP}\0`]);
  });

  it.each([
    ['null', 'null'],
    ['an empty object', '{}'],
    ['an empty list', '[]'],
    ['a list of empty values', '[null,{},[]]'],
    ['an empty graph', '{"@graph":[]}'],
    ['only a context', '{"@context":{}}'],
  ])('is refused if it describes no node: %s', (_, document) => {
    expect(problemsOf(document)).toEqual(['no_document ']);
  });

  it.each(['"Mill"', '5', '1.0', 'true'])('is refused if it is only a value: %s', (document) => {
    expect(problemsOf(document)).toEqual(['value_without_property ']);
  });

  it('is refused with all of its problems', () => {
    const document = {
      '@context': ['https://unknown.example/context', { '@version': 2 }],
      '@id': 5,
      [p]: [
        { '@value': 'a', '@language': '!' },
        { [p]: { '@value': {} } },
        '\0',
        { '@reverse': {} },
      ],
    };
    expect(problemsOf(document)).toEqual([
      `unusable_character /${escapedP}/2`,
      'unknown_context /@context/0',
      'invalid_context /@context/1/@version',
      'invalid_id /@id',
      `invalid_language /${escapedP}/0`,
      `invalid_value /${escapedP}/1/${escapedP}/@value`,
      `unsupported_keyword /${escapedP}/3/@reverse`,
    ]);
  });

  it('is refused with at most 1000 problems', () => {
    const problems = problemsOf(
      Object.fromEntries(Array.from({ length: 5000 }, (_, key) => [`k${key}`, 1])),
    );
    expect(problems).toHaveLength(1000);
    expect(problems.at(-1)).toBe('unknown_term /k999');
  });

  it('is refused with a message that says what to do', () => {
    expect(detailedProblemsOf({ name: 'Mill' })[0]?.message).toBe(
      'No context gives "name" an IRI: define it in @context, or write the IRI itself.',
    );
  });
});
