const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const monthAndSeasonNames: ReadonlyMap<string, string> = new Map([
  ...months.map((name, index) => [String(index + 1).padStart(2, '0'), name] as const),
  ['21', 'spring'],
  ['22', 'summer'],
  ['23', 'autumn'],
  ['24', 'winter'],
]);

const qualifiers: Readonly<Record<string, string>> = {
  '': '',
  '~': 'about ',
  '?': 'perhaps ',
  '%': 'perhaps about ',
};

const datePattern =
  /^(-?\d{4}|\d{3}X|\d\dXX|XXXX|Y-?\d{5,9})(?:-(\d\d|XX)(?:-(\d\d|XX))?)?([~?%]?)$/;

/**
 * Writes a date of the Extended Date/Time Format (ISO 8601-2) in words: `-2499~` is about 2500 BC, because its year 0 is 1 BC.
 * @rule Writing: How is an EDTF date shown on a page?
 * @returns the text unchanged if it is not such a date
 */
export function formatEdtf(edtf: string): string {
  const [begin = '', end, ...rest] = edtf.split('/');
  if (rest.length > 0) return edtf;
  return (end === undefined ? dateText(begin) : intervalText(begin, end)) ?? edtf;
}

function intervalText(begin: string, end: string): string | undefined {
  const [from, to] = [dateText(begin), dateText(end)];
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  if (from !== undefined && end === '..') return `from ${from} on`;
  if (from !== undefined && end === '') return `from ${from} to an unknown date`;
  if (to !== undefined && begin === '..') return `until ${to}`;
  return to !== undefined && begin === '' ? `from an unknown date to ${to}` : undefined;
}

function dateText(date: string): string | undefined {
  const [, year, month, day, qualifier = ''] = datePattern.exec(date) ?? [];
  if (year === undefined) return undefined;
  const text = dayAndYearText(year, month, day);
  return text === undefined ? undefined : (qualifiers[qualifier] ?? '') + text;
}

function dayAndYearText(
  year: string,
  month: string | undefined,
  day: string | undefined,
): string | undefined {
  if (month === undefined) return yearText(year);
  const inYear = year === 'XXXX' ? 'of an unknown year' : `in ${yearText(year)}`;
  if (month === 'XX') {
    if (day === undefined) return `a month ${inYear}`;
    return day === 'XX' ? `a day ${inYear}` : undefined;
  }
  const monthName = monthAndSeasonNames.get(month);
  if (monthName === undefined) return undefined;
  const monthAndYear = `${monthName} ${year.endsWith('X') ? inYear : yearText(year)}`;
  if (day === undefined) return monthAndYear;
  return day === 'XX' ? `a day in ${monthAndYear}` : `${Number(day)} ${monthAndYear}`;
}

/** A year of which digits are unspecified is a decade or a century, or unknown. */
function yearText(year: string): string {
  if (year === 'XXXX') return 'an unknown year';
  if (year.endsWith('X')) return `the ${Number(year.replaceAll('X', '0'))}s`;
  const number = Number(year.replace('Y', ''));
  return number > 0 ? String(number) : `${1 - number} BC`;
}
