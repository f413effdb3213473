import type { Words } from '../words/words.ts';
import { calendarText } from './calendar-text.ts';

const datePattern =
  /^(-?\d{4}|\d{3}X|\d\dXX|XXXX|Y-?\d{5,9})(?:-(\d\d|XX)(?:-(\d\d|XX))?)?([~?%]?)$/;

/**
 * Writes a date of the Extended Date/Time Format (ISO 8601-2) in words: `-2499~` is about 2500 BC, because its year 0 is 1 BC.
 * @rule Writing: How is an EDTF date shown on a page?
 * @returns the text unchanged if it is not such a date
 */
export function formatEdtf(edtf: string, words: Words): string {
  const [begin = '', end, ...rest] = edtf.split('/');
  if (rest.length > 0) return edtf;
  return (end === undefined ? dateText(begin, words) : intervalText(begin, end, words)) ?? edtf;
}

function intervalText(first: string, last: string, words: Words): string | undefined {
  const [begin, end] = [dateText(first, words), dateText(last, words)];
  if (begin !== undefined && end !== undefined) return words.text('dates.interval', { begin, end });
  if (begin !== undefined && last === '..') return words.text('dates.open-end', { begin });
  if (begin !== undefined && last === '') return words.text('dates.unknown-end', { begin });
  if (end !== undefined && first === '..') return words.text('dates.open-begin', { end });
  return end !== undefined && first === '' ? words.text('dates.unknown-begin', { end }) : undefined;
}

function dateText(edtf: string, words: Words): string | undefined {
  const [, year, month, day, qualifier] = datePattern.exec(edtf) ?? [];
  const date = year === undefined ? undefined : calendarText({ year, month, day }, words);
  if (date === undefined) return undefined;
  switch (qualifier) {
    case '~':
      return words.text('dates.about', { date });
    case '?':
      return words.text('dates.perhaps', { date });
    case '%':
      return words.text('dates.perhaps-about', { date });
    default:
      return date;
  }
}
