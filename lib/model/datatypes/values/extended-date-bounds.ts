import { daysInMonth } from './calendar-date.ts';
import { listSpans } from './extended-date.ts';

/** A day of the calendar without a first and a last year; the year 0 is 1 BCE. */
export type CalendarDay = {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  /** From 1 to 31. */
  readonly day: number;
};

export type Side = 'first' | 'last';

const dateParts =
  /^(?<year>-?[\dX]{4,})(?:-(?<month>[01X][\dX])(?:-(?<day>[\dX]{2}))?)?(?:[T ](?<time>.*))?$/;

/** The written parts of a date, in which an X is an unspecified digit; the month and the day are XX if there is none. */
export type DateParts = {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  /** With its zone. */
  readonly time: string | undefined;
};

/** Finds the parts of a date. @returns undefined for a season, a year after Y or with significant digits, and an open or unknown end */
export function parseDateParts(date: string): DateParts | undefined {
  const groups = dateParts.exec(date.replaceAll(/[?~%]/g, ''))?.groups;
  if (groups === undefined) return undefined;
  const { year = '', month = 'XX', day = 'XX', time } = groups;
  return { year, month, day, time };
}

const numbersTo = (last: number): readonly number[] =>
  Array.from({ length: last + 1 }, (_, number) => number);

const months = numbersTo(12).slice(1);
const days = numbersTo(31).slice(1);

/** Finds the first or last number that passes a test. */
const findNumber = (
  numbers: readonly number[],
  side: Side,
  passes: (number: number) => boolean,
): number | undefined => (side === 'first' ? numbers.find(passes) : numbers.findLast(passes));

/** Whether a text with unspecified digits can be a number. */
function canBe(pattern: string, number: number): boolean {
  const digits = String(number).padStart(pattern.length, '0');
  return pattern.split('').every((digit, index) => digit === 'X' || digit === digits[index]);
}

/**
 * Finds the first or last day that a date can be. A day that does not exist, such as 2003-02-29, is the last one of its month.
 * @rule Writing: Which days does an EDTF date with unspecified digits mean?
 */
export function findDay(parts: DateParts, side: Side): CalendarDay {
  const year =
    (isLeapDay(parts) ? findLeapYear(parts.year, side) : undefined) ?? findYear(parts.year, side);
  const findDayOf = (month: number): number | undefined =>
    findNumber(days, side, (day) => day <= daysInMonth(year, month) && canBe(parts.day, day));
  const isMonth = (month: number): boolean => canBe(parts.month, month);
  const month =
    findNumber(months, side, (number) => isMonth(number) && findDayOf(number) !== undefined) ??
    findNumber(months, side, isMonth) ??
    1;
  return { year, month, day: findDayOf(month) ?? daysInMonth(year, month) };
}

const isLeapDay = ({ month, day }: DateParts): boolean => month === '02' && day === '29';

/** Whether a date is February 29 in years that have none. */
export const isMissingDay = (parts: DateParts): boolean =>
  isLeapDay(parts) && findLeapYear(parts.year, 'first') === undefined;

/** Unspecified digits of a year before 0 make it earlier if they are larger. There is no year -0000 among them. */
function findYear(pattern: string, side: Side): number {
  const isBeforeZero = pattern.startsWith('-');
  const year = Number(pattern.replaceAll('X', (side === 'first') === isBeforeZero ? '9' : '0'));
  return isBeforeZero && pattern.includes('X') ? Math.min(year, -1) : year;
}

const hasLeapDay = (year: number): boolean => daysInMonth(year, 2) === 29;

function findLeapYear(pattern: string, side: Side): number | undefined {
  if (!pattern.includes('X')) return hasLeapDay(Number(pattern)) ? Number(pattern) : undefined;
  const isLeapYear = (digits: string) => (year: number) => hasLeapDay(year) && canBe(digits, year);
  if (!pattern.startsWith('-')) return findNumber(numbersTo(9999), side, isLeapYear(pattern));
  const year = findNumber(
    numbersTo(9999).slice(1),
    side === 'first' ? 'last' : 'first',
    isLeapYear(pattern.slice(1)),
  );
  return year === undefined ? undefined : -year;
}

/** The first or last moment of a date. */
type Bound = {
  /** Milliseconds on the clock of the place. */
  readonly clock: number;
  /** The offset of the place in milliseconds; undefined if it is unknown. */
  readonly offset: number | undefined;
};

const february29 = /-?[\dX]{4}-02-29/g;

/**
 * Finds the first day in February that does not exist in any year that is meant.
 * @rule Writing: Which EDTF days do not exist, and which intervals end before they begin?
 * @param text a valid extended date
 */
export function findMissingDay(text: string): string | undefined {
  const leapDays = text.replaceAll(/[?~%]/g, '').match(february29) ?? [];
  return leapDays.find((leapDay) => {
    const parts = parseDateParts(leapDay);
    return parts !== undefined && isMissingDay(parts);
  });
}

/**
 * Whether the latest end of an interval, or of a range in a set or list, is before its earliest beginning. Open and unknown ends have no
 * bounds. Unspecified digits are those that make the interval longest.
 * @rule Writing: Which EDTF days do not exist, and which intervals end before they begin?
 * @param text a valid extended date
 */
export const isReversed = (text: string): boolean =>
  listSpans(text).some(({ begin, end }) => isBefore(end, begin));

function isBefore(end: string, begin: string): boolean {
  const [last, first] = [findBound(end, 'last'), findBound(begin, 'first')];
  if (last === undefined || first === undefined) return false;
  const haveOffsets = last.offset !== undefined && first.offset !== undefined;
  return haveOffsets
    ? last.clock - (last.offset ?? 0) < first.clock - (first.offset ?? 0)
    : last.clock < first.clock;
}

const clockTime =
  /^(?<hours>\d\d):(?<minutes>\d\d)(?::(?<seconds>\d\d(?:\.\d+)?))?(?<zone>(?:[Z+−-].*)?)$/;

/** Finds a bound of a date; undefined for an open or unknown end. */
function findBound(date: string, side: Side): Bound | undefined {
  const parts = parseDateParts(date);
  if (parts === undefined) return undefined;
  const midnight = toMilliseconds(findDay(parts, side));
  const groups = clockTime.exec(parts.time ?? '')?.groups;
  if (groups === undefined) {
    return { clock: midnight + (side === 'first' ? 0 : 86_399_999), offset: undefined };
  }
  const { hours, minutes, seconds = 0, zone = '' } = groups;
  const time = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return { clock: midnight + time * 1000, offset: parseOffset(zone) };
}

/** Date.UTC takes years below 100 for those of the 20th century. */
function toMilliseconds({ year, month, day }: CalendarDay): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function parseOffset(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const [, sign, hours = '0', minutes = '0'] = /^([-−+])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return undefined;
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
