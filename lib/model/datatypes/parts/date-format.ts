import type { CalendarDate } from './calendar-date.ts';

const tokens = /YYYY|MM|DD|HH|mm|S+|sss|ss|Z|[^A-Za-z]+|T|[A-Za-z]+/g;

/** The digits of a date for a part of a format; undefined for a part that is none. */
function digits({ year, month, day, time }: CalendarDate, token: string): string | undefined {
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
 * Writes a date in the notation of a node's `dateFormat`: `YYYY`, `MM`, `DD`, `HH`, `mm`, `ss`, `sss` or `S…` for the fraction of a
 * second, `Z` for the offset, `T` and everything that is no letter as it is. What the date does not say is left out together
 * with the separator before it.
 * @returns undefined where the format has other letters
 */
export function formatDate(date: CalendarDate, format: string): string | undefined {
  let written = '';
  let separator = '';
  for (const token of format.match(tokens) ?? []) {
    if (/^(?:[^A-Za-z]+|T)$/.test(token)) {
      separator = token;
    } else if (/^(?:YYYY|MM|DD|HH|mm|s{2,3}|S+|Z)$/.test(token)) {
      const part = digits(date, token);
      if (part === undefined) continue;
      written += written === '' ? part : `${separator}${part}`;
      separator = '';
    } else {
      return undefined;
    }
  }
  return written === '' ? undefined : written;
}
