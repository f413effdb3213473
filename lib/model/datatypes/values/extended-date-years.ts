import { daysInMonth } from './calendar-date.ts';
import type { CalendarDay, Side } from './extended-date-bounds.ts';

/** The first month of each season from 21 on; a season without a hemisphere is the whole year. */
const firstMonths: readonly number[] = [
  // Spring, summer, autumn and winter: anywhere, of the northern and of the southern hemisphere.
  [1, 1, 1, 1],
  [3, 6, 9, 12],
  [9, 12, 3, 6],
  // Quarters, quadrimesters and halves.
  [1, 4, 7, 10],
  [1, 5, 9],
  [1, 7],
].flat();

function monthsIn(season: number): number {
  if (season < 25) return 12;
  if (season < 37) return 3;
  return season < 40 ? 4 : 6;
}

/**
 * Finds the first or last day of a season, such as 2001-25: its full months. A season that begins in December ends in the next year.
 * @returns undefined for any other date
 */
export function findDayOfSeason(date: string, side: Side): CalendarDay | undefined {
  const [, year = '', code = ''] = /^(-?\d{4})-([2-4]\d)$/.exec(date) ?? [];
  const firstMonth = firstMonths[Number(code) - 21];
  if (firstMonth === undefined) return undefined;
  if (side === 'first') return { year: Number(year), month: firstMonth, day: 1 };
  const lastMonth = firstMonth + monthsIn(Number(code)) - 1;
  const lastYear = Number(year) + (lastMonth > 12 ? 1 : 0);
  const month = lastMonth > 12 ? lastMonth - 12 : lastMonth;
  return { year: lastYear, month, day: daysInMonth(lastYear, month) };
}

/** All days of the years from this one on are beyond the limits of ranges. */
const farYear = 1e15;

/**
 * Finds the first or last day of a year after Y, with an exponent or with significant digits: 1950S2 is 1900 to 1999. Leading zeros are not
 * significant. Years beyond the limits of ranges are replaced by nearer ones.
 * @param date a valid one
 */
export function findDayOfYear(date: string, side: Side): CalendarDay {
  const [, sign = '', digits = '', significant] =
    /^Y?(-?)(\d+(?:E\d+)?)(?:S(\d))?$/.exec(date) ?? [];
  const number = Math.min(Number(digits), farYear);
  const unspecified = Math.max(0, String(number).length - Number(significant ?? Infinity));
  const unit = 10 ** unspecified;
  const nearest = Math.floor(number / unit) * unit;
  const isFarther = (side === 'first') === (sign === '-');
  const year = isFarther ? nearest + unit - 1 : nearest;
  const [month, day] = side === 'first' ? [1, 1] : [12, 31];
  return { year: sign === '-' ? 0 - year : year, month, day };
}
