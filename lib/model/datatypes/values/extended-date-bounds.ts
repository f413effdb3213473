import {
  findDay,
  isMissingDay,
  listSpans,
  parseDateParts,
  type CalendarDay,
  type Side,
} from './extended-date-days.ts';

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
  const days = text.replaceAll(/[?~%]/g, '').match(february29) ?? [];
  return days.find((day) => {
    const parts = parseDateParts(day);
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
