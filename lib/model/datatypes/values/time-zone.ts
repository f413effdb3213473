import type { CalendarDate } from './calendar-date.ts';

const dayMilliseconds = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether the tz database of IANA has a zone of this name, in any letter case. An offset such as `+01:00` is no name. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * The offsets from UTC that a time of a day has in a zone, such as `+01:00`: one; none where clocks were put forward over it; two, the
 * earlier moment first, where they were put back and it came twice. Offsets of local mean time, which have seconds, are rounded to the
 * minute (RFC 9557, section 2.2, has none finer), and the clock time stays.
 * @param date one that exists, with a year of four digits and a time
 * @param timeZone a name of the tz database
 */
export function utcOffsets(
  { year, month, day, time }: CalendarDate,
  timeZone: string,
): readonly string[] {
  const clock = Date.parse(
    `${year}-${month}-${day}T${time?.hour}:${time?.minute}:${time?.second}Z`,
  );
  // Clocks are moved by a day at most, so one of the days around has each offset that may apply.
  const around = [clock - dayMilliseconds, clock + dayMilliseconds];
  const possible = new Set(around.map((moment) => offsetSeconds(moment, timeZone)));
  return [...possible]
    .filter((offset) => offsetSeconds(clock - offset * 1000, timeZone) === offset)
    .toSorted((one, other) => other - one)
    .map(writtenOffset);
}

/** Seconds by which the clocks of a zone are ahead of UTC at a moment. */
function offsetSeconds(moment: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(moment)) ?? [];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -total : total;
}

function writtenOffset(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const digits = (count: number): string => String(count).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}
