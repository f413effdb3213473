import { listDateRanges, type DateRange } from '../datatypes/values/extended-date-ranges.ts';
import type { WrittenTest } from './value-syntax.ts';

/** The earliest and the latest day of 64 bits. */
const [earliest, latest] = [-(2n ** 63n), 2n ** 63n - 1n];

/** Whether a text is a date or an EDTF. */
export const isDate = (text: string): boolean => listDateRanges(text).length > 0;

/**
 * The days of a test. A range of dates is that from the first day of a date to the last day of another one; after or before them, if the
 * limits are not included.
 * @param rangesOfName the days of a name that is no date, if there are any
 */
export function rangesOfDates(
  test: WrittenTest,
  rangesOfName: (name: string) => readonly DateRange[] = () => [],
): readonly DateRange[] {
  const rangesOf = (text: string): readonly DateRange[] =>
    isDate(text) ? listDateRanges(text) : rangesOfName(text);
  switch (test.kind) {
    case 'any':
      return [{ lower: earliest, upper: latest }];
    case 'values':
      return test.values.flatMap(({ text }) => rangesOf(text));
    case 'dates':
      return test.dates.flatMap(rangesOf);
    case 'patterns':
      return test.values?.flatMap(rangesOf) ?? [];
    default:
      return [
        daysBetween(
          test.from === null ? undefined : rangesOf(test.from),
          test.to === null ? undefined : rangesOf(test.to),
          test.includesLimits,
        ),
      ];
  }
}

function daysBetween(
  from: readonly DateRange[] | undefined,
  to: readonly DateRange[] | undefined,
  includesLimits: boolean,
): DateRange {
  if (includesLimits) {
    return { lower: from?.[0]?.lower ?? earliest, upper: to?.at(-1)?.upper ?? latest };
  }
  const after = from?.at(-1)?.upper;
  const before = to?.[0]?.lower;
  return {
    lower: after === undefined ? earliest : after + 1n,
    upper: before === undefined ? latest : before - 1n,
  };
}
