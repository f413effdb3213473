import { isValidDate, parseCalendarDate } from './calendar-date.ts';
import { findDay, parseDateParts, type Side } from './extended-date-bounds.ts';
import { findDayOfSeason, findDayOfYear } from './extended-date-years.ts';
import { isExtendedDate, isOpenSet, listSpans } from './extended-date.ts';

/**
 * The days from the first to the last that are meant, both included. A day is the number year × 10000 + month × 100 + day, where the year 0
 * is 1 BCE: 1850-03-31 is 18500331, and -0044-03-15 is -440000 + 315 = -439685. Month and day are added also before the year 0, so that the
 * order of the numbers is that of the days. An open end, and a day too far away for a number of 64 bits, are its limits.
 */
export type DateRange = { readonly lower: bigint; readonly upper: bigint };

/** Longer texts are no dates. */
const maxLength = 500;

const earliest = -(2n ** 63n);
const latest = 2n ** 63n - 1n;
/** The last year whose days are numbers of 64 bits; its negative is the first one. */
const lastYear = 922_337_203_685_477;

/**
 * Lists the ranges of days that a text of a date node or EDTF node means: one for each member of a set or list, otherwise one. A digit that
 * is unspecified can be any; what is uncertain or approximate is as it is written, and a time is its day. An interval with an unknown end is
 * its known end; one whose end is before its beginning is read from its end to its beginning.
 * The function `date_ranges` of the database does the same.
 * @returns none for a text that is no date, and for an interval without a known end
 */
export function listDateRanges(text: string): readonly DateRange[] {
  if (text.length > maxLength) return [];
  const date = text.trim();
  if (isExtendedDate(date)) return listRangesOfSpans(date);
  const calendarDate = parseCalendarDate(date);
  if (calendarDate === undefined || !isValidDate(calendarDate)) return [];
  return [{ lower: boundOf(date, 'first'), upper: boundOf(date, 'last') }];
}

function listRangesOfSpans(date: string): readonly DateRange[] {
  const ranges = listSpans(date).flatMap(({ begin, end }) => rangeOf(begin, end) ?? []);
  return ranges.map(({ lower, upper }, index) => ({
    lower: index === 0 && isOpenSet(date, 'first') ? earliest : lower,
    upper: index === ranges.length - 1 && isOpenSet(date, 'last') ? latest : upper,
  }));
}

function rangeOf(begin: string, end: string): DateRange | undefined {
  if (begin === '' || end === '') {
    const known = begin || end;
    return known === '' || known === '..' ? undefined : rangeOf(known, known);
  }
  const range = { lower: boundOf(begin, 'first'), upper: boundOf(end, 'last') };
  return range.lower <= range.upper ? range : rangeOf(end, begin);
}

function boundOf(date: string, side: Side): bigint {
  if (date === '..') return side === 'first' ? earliest : latest;
  const parts = parseDateParts(date);
  const day =
    (parts && findDay(parts, side)) ?? findDayOfSeason(date, side) ?? findDayOfYear(date, side);
  if (Math.abs(day.year) > lastYear) return day.year < 0 ? earliest : latest;
  return BigInt(day.year) * 10_000n + BigInt(day.month * 100 + day.day);
}
