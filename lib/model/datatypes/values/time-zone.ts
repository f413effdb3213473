import type { CalendarDate } from './calendar-date.ts';

const dayMilliseconds = 86_400_000;
const formatCache = new Map<string, Intl.DateTimeFormat>();

/**
 * Whether the tz database of IANA has a zone with this name, in any letter case. Offsets such as `+01:00` are not
 * names.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Returns the UTC offsets that a local time can have in a zone, such as `+01:00`: one; none if the clocks skipped
 * it; two, the earlier time first, if it occurred twice. Offsets with seconds (local mean time) are rounded to the
 * minute (RFC 9557, section 2.2).
 * @param date a valid date with a time and a year of four digits
 * @param timeZone a name of the tz database
 */
export function listUtcOffsets(
  { year, month, day, time }: CalendarDate,
  timeZone: string,
): readonly string[] {
  const localMilliseconds = Date.parse(
    `${year}-${month}-${day}T${time?.hour}:${time?.minute}:${time?.second}Z`,
  );
  // Clocks change by at most a day, so the days before and after have all possible offsets.
  const nearbyMoments = [localMilliseconds - dayMilliseconds, localMilliseconds + dayMilliseconds];
  const candidates = new Set(nearbyMoments.map((moment) => computeOffsetSeconds(moment, timeZone)));
  return [...candidates]
    .filter(
      (offset) => computeOffsetSeconds(localMilliseconds - offset * 1000, timeZone) === offset,
    )
    .toSorted((left, right) => right - left)
    .map(formatOffset);
}

/** Returns the offset of a zone from UTC in seconds. @param moment milliseconds since 1970 */
function computeOffsetSeconds(moment: number, timeZone: string): number {
  const format =
    formatCache.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formatCache.set(timeZone, format);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(moment)) ?? [];
  const totalSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -totalSeconds : totalSeconds;
}

function formatOffset(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const twoDigits = (count: number): string => String(count).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
