import type { Words } from '../words/words.ts';

/** A year of the calendar, the years of a decade or century, or an unknown year. */
type Year = {
  readonly kind: 'year' | 'years' | 'unknown';
  /** `1850`, `2500 BC`, or the first of several years. */
  readonly year: string;
};

/** The parts of a date in EDTF. A month and a day can be unspecified: `XX`. */
export type CalendarDate = {
  readonly year: string;
  readonly month: string | undefined;
  readonly day: string | undefined;
};

const seasonKeys: Readonly<Record<string, `dates.${'spring' | 'summer' | 'autumn' | 'winter'}`>> = {
  '21': 'dates.spring',
  '22': 'dates.summer',
  '23': 'dates.autumn',
  '24': 'dates.winter',
};

/** Writes a date in words. @returns undefined if its month or day is none */
export function calendarText(date: CalendarDate, words: Words): string | undefined {
  const year = readYear(date.year, words);
  if (date.month === undefined) return yearText(year, words);
  if (date.month === 'XX') {
    if (date.day === undefined) return someMonthText(year, words);
    return date.day === 'XX' ? someDayText(year, words) : undefined;
  }
  const month = nameMonth(date.month, words);
  if (month === undefined) return undefined;
  if (date.day !== undefined && date.day !== 'XX')
    return dayText(String(Number(date.day)), month, year, words);
  const monthAndYear = monthText(month, year, words);
  return date.day === undefined
    ? monthAndYear
    : words.text('dates.some-day-in-month', { month: monthAndYear });
}

/** Year 0 of ISO 8601 is 1 BC. */
function readYear(text: string, words: Words): Year {
  if (text === 'XXXX') return { kind: 'unknown', year: '' };
  if (text.endsWith('X')) return { kind: 'years', year: String(Number(text.replaceAll('X', '0'))) };
  const number = Number(text.replace('Y', ''));
  return {
    kind: 'year',
    year:
      number > 0 ? String(number) : words.text('dates.before-christ', { year: String(1 - number) }),
  };
}

function nameMonth(month: string, words: Words): string | undefined {
  const number = Number(month);
  const season = seasonKeys[month];
  if (season !== undefined) return words.text(season);
  return number >= 1 && number <= 12 ? words.month(number) : undefined;
}

function yearText({ kind, year }: Year, words: Words): string {
  if (kind === 'unknown') return words.text('dates.unknown-year');
  return kind === 'years' ? words.text('dates.years', { year }) : year;
}

function monthText(month: string, { kind, year }: Year, words: Words): string {
  if (kind === 'unknown') return words.text('dates.month-of-unknown-year', { month });
  return words.text(kind === 'years' ? 'dates.month-in-years' : 'dates.month', { month, year });
}

function dayText(day: string, month: string, { kind, year }: Year, words: Words): string {
  if (kind === 'unknown') return words.text('dates.day-of-unknown-year', { day, month });
  return words.text(kind === 'years' ? 'dates.day-in-years' : 'dates.day', { day, month, year });
}

function someMonthText({ kind, year }: Year, words: Words): string {
  if (kind === 'unknown') return words.text('dates.some-month-of-unknown-year');
  return words.text(kind === 'years' ? 'dates.some-month-in-years' : 'dates.some-month', { year });
}

function someDayText({ kind, year }: Year, words: Words): string {
  if (kind === 'unknown') return words.text('dates.some-day-of-unknown-year');
  return words.text(kind === 'years' ? 'dates.some-day-in-years' : 'dates.some-day', { year });
}
