import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeParameters } from '../../../../lib/http/parameters/merge-parameters.ts';

const prefixes = ['x-service-', 'x-arches-'];

function merge(query: Record<string, string[]>, headers: Record<string, string[]>) {
  return mergeParameters({
    query: new Map(Object.entries(query)),
    headers: new Map(Object.entries(headers)),
    prefixes,
  });
}

describe('the merge of query and header parameters', () => {
  it('treats a header as the query parameter with its name in lower case', () => {
    const { values } = merge({}, { 'X-SERVICE-FORMAT': ['json-ld'] });
    expect(values.get('format')).toBe('json-ld');
  });

  it('treats hyphens in a header name as underscores', () => {
    const { values } = merge({}, { 'x-service-field-name-length': ['10'] });
    expect(values.get('field_name_length')).toBe('10');
  });

  it('keeps underscores in a header name', () => {
    const { values } = merge({}, { 'X-Service-Use_UUID_Names': [''] });
    expect(values.get('use_uuid_names')).toBe('');
  });

  it('prefers the query to a header', () => {
    const { values } = merge({ format: ['json'] }, { 'X-SERVICE-FORMAT': ['json-ld'] });
    expect(values.get('format')).toBe('json');
  });

  it('prefers an empty query value to a header', () => {
    const { values } = merge({ format: [''] }, { 'X-SERVICE-FORMAT': ['json-ld'] });
    expect(values.get('format')).toBe('');
  });

  it('treats three spellings of a query name as three parameters', () => {
    const { values } = merge({ format: ['a'], FORMAT: ['b'], Format: ['c'] }, {});
    expect([...values]).toStrictEqual([
      ['format', 'a'],
      ['FORMAT', 'b'],
      ['Format', 'c'],
    ]);
  });

  it('does not let an upper-case query name hide a header', () => {
    const { values } = merge({ FORMAT: ['json'] }, { 'X-SERVICE-FORMAT': ['json-ld'] });
    expect(values.get('format')).toBe('json-ld');
  });

  it('accepts each of the prefixes, and prefers the first one', () => {
    const { values } = merge(
      {},
      { 'X-ARCHES-PAGE': ['2'], 'X-ARCHES-FORMAT': ['a'], 'X-SERVICE-FORMAT': ['b'] },
    );
    expect([values.get('page'), values.get('format')]).toStrictEqual(['2', 'b']);
  });

  it('reports a query parameter that was sent twice', () => {
    expect(merge({ page: ['1', '2'] }, {}).repeated).toStrictEqual(['page']);
  });

  it('reports a header parameter that was sent in two spellings', () => {
    const headers = { 'X-SERVICE-A-B': ['1'], 'X-SERVICE-A_B': ['2'] };
    expect(merge({}, headers).repeated).toStrictEqual(['a_b']);
  });

  it('does not report a repeated header if the query has the parameter', () => {
    expect(merge({ page: ['1'] }, { 'X-SERVICE-PAGE': ['2', '3'] }).repeated).toStrictEqual([]);
  });

  it('ignores a header that consists only of a prefix', () => {
    expect([...merge({}, { 'X-SERVICE-': ['1'] }).values]).toStrictEqual([]);
  });

  it('treats __proto__ as an ordinary name', () => {
    const { values } = mergeParameters({ query: new Map([['__proto__', ['1']]]), prefixes });
    expect(values.get('__proto__')).toBe('1');
  });
});

const name = fc.stringMatching(/^[a-z]{1,3}(_[a-z]{1,2})?$/);
const value = fc.string({ maxLength: 5 });
const respell = (text: string, seed: number): string =>
  Array.from(text)
    .map((letter, index) => ((seed >> index) & 1 ? letter.toUpperCase() : letter))
    .map((letter, index) => (letter === '_' && (seed >> (index + 7)) & 1 ? '-' : letter))
    .join('');

describe('the merge of any query and any headers', () => {
  it('contains the query values, and for other names the header values in any spelling', () => {
    const query = fc.dictionary(name, value, { noNullPrototype: true });
    const headers = fc.dictionary(name, value, { noNullPrototype: true });
    fc.assert(
      fc.property(query, headers, fc.nat(), (inQuery, inHeaders, seed) => {
        const merged = mergeParameters({
          query: new Map(Object.entries(inQuery).map(([key, text]) => [key, [text]])),
          headers: new Map(
            Object.entries(inHeaders).map(([key, text]) => [
              respell(`x-service-${key}`, seed),
              [text],
            ]),
          ),
          prefixes,
        });
        expect(Object.fromEntries(merged.values)).toStrictEqual({ ...inHeaders, ...inQuery });
        expect(merged.repeated).toStrictEqual([]);
      }),
    );
  });
});
