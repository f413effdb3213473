import { daysInMonth } from './calendar-date.ts';

/** A day of the calendar without a first and a last year; the year 0 is 1 BCE. */
export type CalendarDay = {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  /** From 1 to 31. */
  readonly day: number;
};

export type Side = 'first' | 'last';

/** The first and the last date of a text, as it writes them; `..` is open, and an empty text unknown. */
export type Span = { readonly begin: string; readonly end: string };

/**
 * Lists the spans of a date: its own one, that of an interval, or one for each member of a set or list.
 * @param text a valid extended date
 */
export function listSpans(text: string): readonly Span[] {
  const [begin = '', end] = text.split('/');
  if (end !== undefined) return [{ begin, end }];
  if (!/^[[{]/.test(text)) return [{ begin, end: begin }];
  return text
    .slice(1, -1)
    .split(',')
    .map((member) => {
      const ends = member.trim().split('..');
      return { begin: ends[0] || '..', end: ends.at(-1) || '..' };
    });
}

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
  return [...pattern].every((digit, index) => digit === 'X' || digit === digits[index]);
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
  return isBeforeZero && pattern.includes('X') ? Math.min(year, -1) : year + 0;
}

const hasLeapDay = (year: number): boolean => daysInMonth(year, 2) === 29;
const leapYears = numbersTo(9999).filter(hasLeapDay);

function findLeapYear(pattern: string, side: Side): number | undefined {
  if (!pattern.includes('X')) return hasLeapDay(Number(pattern)) ? Number(pattern) + 0 : undefined;
  if (!pattern.startsWith('-')) return findNumber(leapYears, side, (year) => canBe(pattern, year));
  const year = findNumber(leapYears.slice(1), side === 'first' ? 'last' : 'first', (number) =>
    canBe(pattern.slice(1), number),
  );
  return year === undefined ? undefined : -year;
}
