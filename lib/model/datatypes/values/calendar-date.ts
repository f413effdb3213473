import type { Iri } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocabulary.ts';
import { removeTrailingZeros } from './decimal.ts';

/** The written digits of a year, month, day or time of day. */
export type CalendarDate = {
  /** At least four digits; a year before the year 0 has a minus sign. */
  readonly year: string;
  readonly month?: string;
  readonly day?: string;
  readonly time?: {
    readonly hour: string;
    readonly minute: string;
    readonly second: string;
    /** The digits after the decimal point. */
    readonly fraction?: string;
    /** `Z`, or an offset with a colon such as `+01:00`. */
    readonly zone?: string;
  };
};

const datePattern =
  /^(?<year>-?\d{4,})(?:-(?<month>\d\d)(?:-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d+))?(?<zone>Z|[+-]\d\d:?\d\d)?)?)?)?$/;

/**
 * Parses an ISO 8601 date with dashes. The calendar is not checked. A space before the time, and an offset without a
 * colon, are allowed.
 * @returns undefined if the text is not a date
 */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const groups = datePattern.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { year = '', month, day, hour, minute, second, fraction, zone } = groups;
  return {
    year,
    ...(month !== undefined && { month }),
    ...(day !== undefined && { day }),
    ...(hour !== undefined &&
      minute !== undefined &&
      second !== undefined && {
        time: {
          hour,
          minute,
          second,
          ...(fraction !== undefined && { fraction }),
          ...(zone !== undefined && { zone: zone.replace(/(\d\d):?(\d\d)$/, '$1:$2') }),
        },
      }),
  };
}

/** Whether month, day and time exist in the calendar. */
export function isValidDate({ year, month, day, time }: CalendarDate): boolean {
  if (month !== undefined && (month < '01' || month > '12')) return false;
  // The last four digits decide whether a year is divisible by 4, 100 and 400.
  const lastDay = daysInMonth(Number(year.slice(-4)), Number(month));
  if (day !== undefined && (day < '01' || Number(day) > lastDay)) return false;
  if (time === undefined) return true;
  const { hour, minute, second, zone = 'Z' } = time;
  return hour < '24' && minute < '60' && second < '60' && isValidOffset(zone);
}

/** Whether an offset is at most 14 hours (XML Schema 1.1 part 2, section 3.3.7). */
function isValidOffset(zone: string): boolean {
  const offset = zone.slice(1);
  return zone === 'Z' || (offset <= '14:00' && offset.slice(3) < '60');
}

/** The number of days of a month from 1 to 12. The year 0 is 1 BCE. */
export function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * Converts a date into the XML Schema datatype of its precision (1.1 part 2, section 3.3.7 to 3.3.11).
 * @returns undefined if no datatype fits
 */
export function toXsdDate(
  date: CalendarDate,
): { readonly lexical: string; readonly datatype: Iri } | undefined {
  const { year, month, day, time } = date;
  const hasLeadingZeros = /^-?0\d{4}/.test(year);
  if (hasLeadingZeros || !isValidDate(date)) return undefined;
  if (month === undefined) return { lexical: year, datatype: xsd.gYear };
  if (day === undefined) return { lexical: `${year}-${month}`, datatype: xsd.gYearMonth };
  const dayText = `${year}-${month}-${day}`;
  if (time === undefined) return { lexical: dayText, datatype: xsd.date };
  const { hour, minute, second, fraction, zone = '' } = time;
  const secondText = fraction === undefined ? second : `${second}.${fraction}`;
  return {
    lexical: `${dayText}T${hour}:${minute}:${secondText}${zone}`,
    datatype: xsd.dateTime,
  };
}

/**
 * Returns the stored value if it is the same date and time in another spelling, and otherwise the value: `Z` for an offset of zero, zeros at
 * the end of a fraction, a space for `T`. Another offset is another value.
 */
export function preferStoredSpelling(value: unknown, stored: unknown): unknown {
  const spelling = toCanonicalSpelling(value);
  return spelling !== undefined && spelling === toCanonicalSpelling(stored) ? stored : value;
}

function toCanonicalSpelling(value: unknown): string | undefined {
  const date = typeof value === 'string' ? parseCalendarDate(value) : undefined;
  if (date?.time === undefined) return date && toXsdDate(date)?.lexical;
  const { fraction = '', zone, ...time } = date.time;
  const significantFraction = removeTrailingZeros(fraction);
  return toXsdDate({
    ...date,
    time: {
      ...time,
      ...(significantFraction !== '' && { fraction: significantFraction }),
      ...(zone !== undefined && { zone: /^[+-]00:00$/.test(zone) ? 'Z' : zone }),
    },
  })?.lexical;
}

const zonePattern = /^(?<date>-?\d{4,}(?:-\d\d){0,2})(?:Z|[+-]\d\d:?\d\d)$/i;

/** Returns the date of a text that is a day, month or year with a zone, such as `2001-02-03Z`; undefined for any other text. */
export function findDateBeforeZone(text: string): string | undefined {
  const date = zonePattern.exec(text)?.groups?.['date'];
  return date === undefined || parseCalendarDate(text) !== undefined ? undefined : date;
}

/** Tells the author of a date to remove its zone. @param date without the zone */
export const describeNeedlessZone = (date: string): string =>
  `A date without a time has no zone. Remove the zone: write ${date}.`;

const tokenPattern = /YYYY|MM|DD|HH|mm|S+|sss|ss|Z|[^A-Za-z]+|T|[A-Za-z]+/g;

/** Returns the digits for a token of a format; undefined if the date has none. */
function digitsOfToken(
  { year, month, day, time }: CalendarDate,
  token: string,
): string | undefined {
  switch (token) {
    case 'YYYY':
      return year;
    case 'MM':
      return month;
    case 'DD':
      return day;
    case 'HH':
      return time?.hour;
    case 'mm':
      return time?.minute;
    case 'ss':
      return time?.second;
    case 'Z':
      return time?.zone === 'Z' ? '+00:00' : time?.zone;
    default:
      return time?.fraction?.slice(0, token.length);
  }
}

/**
 * Formats a date by the `dateFormat` of a node: `YYYY`, `MM`, `DD`, `HH`, `mm`, `ss`, `sss` or `S…` for the
 * fraction of a second, `Z` for the offset; `T` and all characters except letters are copied. A part that the date
 * does not have is left out, together with the separator before it.
 * @returns undefined if the format has other letters
 */
export function formatDate(date: CalendarDate, format: string): string | undefined {
  let formattedText = '';
  let separator = '';
  for (const token of format.match(tokenPattern) ?? []) {
    if (/^(?:[^A-Za-z]+|T)$/.test(token)) {
      separator = token;
    } else if (/^(?:YYYY|MM|DD|HH|mm|s{2,3}|S+|Z)$/.test(token)) {
      const part = digitsOfToken(date, token);
      if (part === undefined) continue;
      formattedText += formattedText === '' ? part : `${separator}${part}`;
      separator = '';
    } else {
      return undefined;
    }
  }
  return formattedText === '' ? undefined : formattedText;
}
