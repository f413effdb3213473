import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readJson } from '../../../../lib/json/read-json.ts';
import { parseFilterText } from '../../../../lib/model/filters/parse-filter-text.ts';
import { parseFilterJson } from '../../../../lib/model/filters/parse-filter-json.ts';
import { writeFilterJson } from '../../../../lib/model/filters/write-filter-json.ts';
import { writeFilterText } from '../../../../lib/model/filters/write-filter-text.ts';
import { runCount } from '../../../support/random/run-count.ts';
import { arbitraryFilter } from './arbitrary-filter.ts';
import { readObject, readText } from './parse.ts';

describe('any filter', () => {
  it('is the same after it is written as text and parsed', () => {
    fc.assert(
      fc.property(arbitraryFilter, (filter) => {
        expect(readText(writeFilterText(filter))).toEqual(filter);
      }),
      runCount(100_000, 2_000),
    );
  });

  it('is the same after it is written as JSON and parsed', () => {
    fc.assert(
      fc.property(arbitraryFilter, (filter) => {
        expect(readObject(readJson(JSON.stringify(writeFilterJson(filter))))).toEqual(filter);
      }),
      runCount(100_000, 2_000),
    );
  });
});

describe('any text', () => {
  const words = fc.constantFrom(
    ...`a "b" 'c' 1 -1 ( ) , = <> < >= + - * / ^ AND OR NOT IS NULL LIKE BETWEEN IN TRUE DIV CASEI( S_WITHIN( POINT( POINT(1 2) BBOX( DATE('2020-01-01')`.split(
      ' ',
    ),
  );

  it('is a filter or has a problem, and never fails otherwise', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 12 }).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(['filter', 'problem']).toContain(parseFilterText(text).kind);
      }),
      runCount(100_000, 5_000),
    );
  });

  it('of JSON is a filter or has a problem, and never fails otherwise', () => {
    const operation = fc.record({
      op: fc.constantFrom(
        'and',
        'not',
        '=',
        'in',
        'like',
        's_within',
        't_during',
        'a_equals',
        'f',
        '+',
      ),
      args: fc.anything(),
    });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), operation), (value) => {
        expect(['filter', 'problem']).toContain(parseFilterJson(value).kind);
      }),
      runCount(100_000, 5_000),
    );
  });
});
