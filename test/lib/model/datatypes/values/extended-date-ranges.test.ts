import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { listDateRanges } from '../../../../../lib/model/datatypes/values/extended-date-ranges.ts';
import { runCount } from '../../../../support/random/run-count.ts';
import { dateRangeExamples } from './date-range-examples.ts';
import { dateText } from './date-texts.ts';

const rangesOf = (text: string): readonly string[] =>
  listDateRanges(text).map(({ lower, upper }) => `${lower} ${upper}`);

describe('the days that a date means', () => {
  it.each(Object.entries(dateRangeExamples))('%s', (_rule, examples) => {
    expect(examples.map(([text]) => [text, rangesOf(text)])).toEqual(examples);
  });

  it('end on the day on which they begin or later, for any text', () => {
    fc.assert(
      fc.property(dateText, (text) => {
        expect(listDateRanges(text).filter(({ lower, upper }) => lower > upper)).toEqual([]);
      }),
      runCount(20_000, 2000),
    );
  });
});
