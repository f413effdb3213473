import { describe, expect, it } from 'vitest';

import { expandDocument } from '../../../../lib/json-ld/expand/expand-document.ts';
import { valueAt, options, problemsOf, read, detailedProblemsOf } from './reading.ts';

const p = 'urn:x:p';

/** JSON text of a value nested in many lists or objects. */
const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}"a"${close.repeat(levels)}`;

describe('a document that is meant to exhaust or confuse the service', () => {
  it.each([
    ['lists', '[', ']'],
    ['objects', '{"urn:x:p":', '}'],
    ['contexts', '{"@context":', '}'],
    ['scoped contexts', '{"@context":{"t":', '}}'],
    ['JSON', '{"urn:x:p":{"@type":"@json","@value":', '}}'],
  ])('is refused with nested_too_deep if it nests %s too deep', (_, open, close) => {
    const document = nested(open, close, 100_000);
    expect(problemsOf(document).map((problem) => problem.split(' ')[0])).toEqual([
      'nested_too_deep',
    ]);
  });

  it('is accepted up to a depth of 100 nodes', () => {
    expect(problemsOf(nested('{"urn:x:p":[', ']}', 100))).toEqual([]);
    expect(problemsOf(nested('{"urn:x:p":[', ']}', 101))).toHaveLength(1);
  });

  it('is refused if its references make a tree that is too deep', () => {
    const chain = (length: number): object[] =>
      Array.from({ length }, (_, index) => ({
        '@id': `urn:x:${index}`,
        [p]: index === length - 1 ? 'end' : { '@id': `urn:x:${index + 1}` },
      }));
    expect(problemsOf({ '@graph': chain(200) })).toEqual([]);
    expect(problemsOf({ '@graph': chain(20_000) })).toEqual([
      'nested_too_deep /@graph/200/urn:x:p',
    ]);
  });

  it('is refused if its references make a tree that is too large', () => {
    const doubling = Array.from({ length: 60 }, (_, index) => ({
      '@id': `urn:x:${index}`,
      [p]: [{ '@id': `urn:x:${index + 1}` }, { '@id': `urn:x:${index + 1}` }],
    }));
    expect(problemsOf({ '@graph': doubling })).toEqual(['document_too_large ']);
    const wide = {
      '@id': 'urn:x:root',
      [p]: Array.from({ length: 10_000 }, () => ({ '@id': 'urn:x:wide' })),
      'urn:x:q': { '@id': 'urn:x:wide', [p]: Array.from({ length: 10_000 }, () => 'a') },
    };
    expect(problemsOf(wide)).toEqual(['document_too_large ']);
  });

  it('may refer to an undescribed node any number of times', () => {
    const references = Array.from({ length: 100_000 }, () => ({ '@id': 'urn:x:a' }));
    expect(read({ '@id': 'urn:x:root', [p]: references }).properties[0]?.values).toHaveLength(
      100_000,
    );
  });

  it('may describe one node any number of times', () => {
    const nodes = Array.from({ length: 20_000 }, () => ({
      '@id': 'urn:x:a',
      '@type': 'urn:x:C',
      [p]: 'a',
    }));
    expect(read({ '@graph': nodes }).properties[0]?.values).toHaveLength(1);
    expect(read({ [p]: nodes }).properties[0]?.values).toHaveLength(20_000);
  });

  it('is refused if it has a very long chain of terms that depend on each other', () => {
    const terms = Array.from({ length: 20_000 }, (_, index) => [`t${index}`, `t${index + 1}:x`]);
    const found = detailedProblemsOf({ '@context': Object.fromEntries(terms), [p]: 'a' });
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['invalid_context']));
  });

  it('may have a context in every node', () => {
    const terms = Array.from({ length: 5_000 }, (_, index) => [`t${index}`, `urn:x:${index}`]);
    const nodes = Array.from({ length: 5_000 }, () => ({
      '@context': { a: 'urn:x:a' },
      a: 'b',
      t1: 'c',
    }));
    expect(problemsOf({ '@context': Object.fromEntries(terms), t0: nodes })).toEqual([]);
  });

  it('is refused if its nested contexts need too much memory', () => {
    const terms = Array.from({ length: 5_000 }, (_, index) => [`t${index}`, `urn:x:${index}`]);
    const nestedContexts = (levels: number): object =>
      levels === 0 ? {} : { '@context': { a: 'urn:x:a' }, a: nestedContexts(levels - 1) };
    const document = (nodes: number): object => ({
      '@context': Object.fromEntries(terms),
      t0: Array.from({ length: nodes }, () => nestedContexts(10)),
    });
    expect(problemsOf(document(100))).toEqual([]);
    expect(problemsOf(document(300))).toEqual(['document_too_large ']);
  });

  it('may use a class with a context in every node', () => {
    const terms = Array.from({ length: 5_000 }, (_, index) => [`t${index}`, `urn:x:${index}`]);
    const context = { ...Object.fromEntries(terms), C: { '@id': 'urn:x:C', '@context': { t: p } } };
    const nodes = Array.from({ length: 5_000 }, () => ({ '@type': 'C', t: 'a' }));
    expect(problemsOf({ '@context': context, t0: nodes })).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'may use the name %s as key, term, id and class',
    (name) => {
      expect(problemsOf(`{"${name}":{"a":1}}`)).toEqual([`unknown_term /${name}`]);
      const document = `{"@context":{"${name}":"urn:x:n"},"@id":"${name}","@type":"${name}","${name}":["a"]}`;
      expect(read(document)).toMatchObject({
        id: `https://heritage.test/${name}`,
        types: ['urn:x:n'],
        properties: [{ predicate: 'urn:x:n', pointer: `/${name}`, values: [{ value: 'a' }] }],
      });
      expect(problemsOf(`{"@context":{"t":{"${name}":1}},"${p}":1}`)).toEqual([
        'invalid_context /@context/t',
      ]);
      expect(
        read(`{"@context":{"@vocab":"urn:v:"},"${name}":{"@type":"@json","@value":{"${name}":1}}}`),
      ).toMatchObject({
        properties: [{ predicate: `urn:v:${name}`, values: [{ value: `{"${name}":1}` }] }],
      });
    },
  );

  it('is not modified', () => {
    const document = Object.freeze({
      '@context': Object.freeze({ t: Object.freeze({ '@id': p, '@context': Object.freeze({}) }) }),
      t: Object.freeze([Object.freeze({ t: 'a' })]),
    });
    expect(expandDocument(document, options).kind).toBe('node');
  });

  it('is refused with pointers that exist in the document', () => {
    const document = { a: [{ b: 1 }], '@context': [{ x: 5 }], [p]: [{ c: { d: 2 } }, '\0'] };
    for (const { pointer } of detailedProblemsOf(document))
      expect(() => valueAt(document, pointer)).not.toThrow();
    expect(detailedProblemsOf(document).length).toBeGreaterThan(1);
  });
});
