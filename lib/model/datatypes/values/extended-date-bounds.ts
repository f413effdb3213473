/** The first or last moment of a date. */
type Bound = {
  /** Milliseconds on the clock of the place. */
  readonly clock: number;
  /** The offset of the place in milliseconds; undefined if it is unknown. */
  readonly offset: number | undefined;
};

const dateParts =
  /^(?<year>-?[\dX]{4})(?:-(?<month>[\dX]{2}))?(?:-(?<day>[\dX]{2}))?(?:T(?<hours>\d\d):(?<minutes>\d\d)(?::(?<seconds>\d\d(?:\.\d+)?))?(?<zone>(?:[Z+−-].*)?))?$/;

const february29 = /(?<year>-?[\dX]{4})-02-29/g;

const removeQualifiers = (text: string): string => text.replaceAll(/[?~%]/g, '');

const daysInMonth = (year: number, month: number): number =>
  toMilliseconds(year, month + 1, 0).getUTCDate();

/** Date.UTC takes years below 100 for those of the 20th century. */
function toMilliseconds(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** Lists the numbers that a text with unspecified digits (X) can be. */
function listNumbers(pattern: string, first: number, last: number): readonly number[] {
  const expression = new RegExp(`^${pattern.replaceAll('X', String.raw`\d`)}$`);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((number) =>
    expression.test(String(number).padStart(pattern.length, '0')),
  );
}

/**
 * Finds the first day in February that does not exist in any year that is meant.
 * @rule Writing: Which EDTF days do not exist, and which intervals end before they begin?
 * @param text a valid extended date
 */
export function findMissingDay(text: string): string | undefined {
  return [...removeQualifiers(text).matchAll(february29)].find(({ groups }) => {
    const year = groups?.['year'] ?? '';
    const years = year.includes('X') ? listNumbers(year.replace('-', ''), 0, 9999) : [Number(year)];
    return !years.some((number) => daysInMonth(number, 2) === 29);
  })?.[0];
}

/**
 * Whether the latest end of an interval, or of a range in a set or list, is before its earliest beginning. Open and unknown ends have no
 * bounds. Unspecified digits are those that make the interval longest.
 * @rule Writing: Which EDTF days do not exist, and which intervals end before they begin?
 * @param text a valid extended date
 */
export function isReversed(text: string): boolean {
  const [begin = '', end, ...rest] = text.split('/');
  if (end !== undefined && rest.length === 0) return isBefore(end, begin);
  const ranges = text.replaceAll(/[[\]{}]/g, '').split(',');
  return ranges.some((range) => {
    const [from = '', to = ''] = range.split('..');
    return isBefore(to, from);
  });
}

function isBefore(end: string, begin: string): boolean {
  const [last, first] = [findBound(end, 'last'), findBound(begin, 'first')];
  if (last === undefined || first === undefined) return false;
  const haveOffsets = last.offset !== undefined && first.offset !== undefined;
  return haveOffsets
    ? last.clock - (last.offset ?? 0) < first.clock - (first.offset ?? 0)
    : last.clock < first.clock;
}

/** Finds a bound of a date; undefined for an open or unknown end. */
function findBound(date: string, side: 'first' | 'last'): Bound | undefined {
  const parts = dateParts.exec(removeQualifiers(date.trim()))?.groups;
  if (parts === undefined) return undefined;
  const pick = (numbers: readonly number[]): number | undefined =>
    numbers.at(side === 'first' ? 0 : -1);
  const year = pickYear(parts['year'] ?? '', side);
  const month = pick(listNumbers(parts['month'] ?? 'XX', 1, 12)) ?? 1;
  const lastDay = daysInMonth(year, month);
  // The year or month may be another one that has the day.
  const day = pick(listNumbers(parts['day'] ?? 'XX', 1, lastDay)) ?? lastDay;
  const midnight = toMilliseconds(year, month, day).getTime();
  if (parts['hours'] === undefined) {
    return { clock: midnight + (side === 'first' ? 0 : 86_399_999), offset: undefined };
  }
  const [hours, minutes, seconds] = [parts['hours'], parts['minutes'], parts['seconds'] ?? 0];
  const time = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return { clock: midnight + time * 1000, offset: parseOffset(parts['zone'] ?? '') };
}

/** Unspecified digits of a year before 0 make it earlier if they are larger. */
function pickYear(year: string, side: 'first' | 'last'): number {
  const isEarlierIfLarger = year.startsWith('-');
  return Number(year.replaceAll('X', (side === 'first') === isEarlierIfLarger ? '9' : '0'));
}

function parseOffset(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const [, sign, hours = '0', minutes = '0'] = /^([-−+])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return undefined;
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
