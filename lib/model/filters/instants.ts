import type { DateLiteral, IntervalEnd, IntervalLiteral, TimestampLiteral } from './filter.ts';

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const timestampPattern = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/;

/** What to do for dates that are no days of the years 0000 to 9999. */
export const dateAdvice =
  "Dates have the form 1850-03-21, times 1850-03-21T12:00:00Z, with years from 0000 to 9999. For others, such as -0500 or 185X, write overlaps(name, '-0500').";

/** Whether the calendar has the day. */
function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** @returns undefined if the text is no day */
export function readDate(text: string): DateLiteral | undefined {
  return isDay(text) ? { kind: 'date', date: text } : undefined;
}

/** @returns undefined if the text is no time in UTC */
export function readTimestamp(text: string): TimestampLiteral | undefined {
  const isTime = timestampPattern.test(text) && isDay(text.slice(0, 10));
  return isTime ? { kind: 'timestamp', timestamp: text } : undefined;
}

/** @returns null for an open end; undefined if the text is neither `..` nor a day nor a time */
export function readIntervalEnd(text: string): IntervalEnd | null | undefined {
  return text === '..' ? null : (readDate(text) ?? readTimestamp(text));
}

const dayOf = (end: IntervalEnd | null): string | undefined => {
  if (end?.kind === 'date') return end.date;
  return end?.kind === 'timestamp' ? end.timestamp.slice(0, 10) : undefined;
};

/** @returns undefined if the interval ends before it starts */
export function intervalOf(
  start: IntervalEnd | null,
  end: IntervalEnd | null,
): IntervalLiteral | undefined {
  const [first, last] = [dayOf(start), dayOf(end)];
  const isBackwards = first !== undefined && last !== undefined && first > last;
  return isBackwards ? undefined : { kind: 'interval', start, end };
}
