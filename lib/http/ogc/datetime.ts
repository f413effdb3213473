import * as z from 'zod';

import { time } from '../parameters/parameter-types.ts';

const isOpen = (end: string): boolean => end === '' || end === '..';

function millisecondsOf(end: string): number {
  const { success, data } = time.safeParse(end);
  return success && data !== undefined ? Date.parse(data) : Number.NaN;
}

/** Whether a text is an instant, or an interval that begins before it ends and is open at one end at most. */
function isDatetime(text: string): boolean {
  const ends = text.split('/');
  const [from = '', to] = ends;
  if (to === undefined) return !Number.isNaN(millisecondsOf(from));
  if (ends.length > 2 || (isOpen(from) && isOpen(to))) return false;
  const times = ends.filter((end) => !isOpen(end)).map(millisecondsOf);
  const [first = Number.NaN, last = first] = times;
  return first <= last;
}

/** `datetime` (OGC API Features part 1, section 7.15.4): an instant of RFC 3339, or an interval of two, of which one may be open (`..` or nothing). */
export const datetime = z
  .string()
  .refine(
    isDatetime,
    'must be a time such as 2026-01-31T09:00:00Z, or an interval such as 2026-01-31T09:00:00Z/.. of which one end may be open.',
  )
  .meta({ type: 'string', minLength: 1 })
  .optional();
