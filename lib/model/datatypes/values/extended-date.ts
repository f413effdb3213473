/** Returns a pattern that matches any of the patterns. */
const anyOf = (...patterns: readonly string[]): string => `(?:${patterns.join('|')})`;
/** Compiles one pattern. The patterns are compiled separately, because compiling one expression for the whole format would take 30 ms. */
const compile = (pattern: string): RegExp => new RegExp(`^${pattern}$`);

const qualifier = '[?~%]';
const year = String.raw`(?!-0000)-?\d{4}`;
const month = '(?:0[1-9]|1[0-2])';
const longMonth = '(?:0[13578]|1[02])';
const shortMonth = '(?:0[469]|11)';
const upTo29 = String.raw`(?:0[1-9]|[12]\d)`;
const upTo30 = anyOf(upTo29, '30');
const upTo31 = anyOf(upTo29, '3[01]');
const monthAndDay = anyOf(`${longMonth}-${upTo31}`, `${shortMonth}-${upTo30}`, `02-${upTo29}`);

const yearAndMonth = `${year}-${month}`;
const fullDate = `${year}-${monthAndDay}`;
const date = anyOf(fullDate, yearAndMonth, year);

const minutes = String.raw`[0-5]\d`;
const hours = String.raw`(?:[01]\d|2[0-3])`;
const time = anyOf(`${hours}:${minutes}(?::${minutes}(?:[.]\\d+)?)?`, '24:00(?::00)?');
const offset = anyOf(
  `(?:0[1-9]|1[01]):?${minutes}`,
  `00:?(?!00)${minutes}`,
  '12:?00',
  '0[1-9]|1[0-2]',
);
const easternOffset = anyOf(offset, '00:?00', `1[23]:?${minutes}`, '14:?00', '00|1[34]');
const zone = anyOf('Z', `[-−]${offset}`, `[+]${easternOffset}`);
/** Returns the pattern of a part with an optional qualifier before and after it. */
const withQualifiers = (part: string): string => `${qualifier}?${part}${qualifier}?`;
/** Requires that at least one part has a qualifier. */
const qualifierLookahead = `(?=[-\\d]*${qualifier})`;
const qualifiedMonthAndDay = anyOf(
  `${withQualifiers(longMonth)}-${withQualifiers(upTo31)}`,
  `${withQualifiers(shortMonth)}-${withQualifiers(upTo30)}`,
  `${withQualifiers('02')}-${withQualifiers(upTo29)}`,
);
const qualifiedParts = anyOf(
  `${qualifier}${year}`,
  `${qualifierLookahead}${withQualifiers(year)}-${anyOf(qualifiedMonthAndDay, withQualifiers(month))}`,
);

const upTo29OrX = '(?:0[1-9X]|[12X][0-9X])';
const upTo30OrX = anyOf(upTo29OrX, '30');
const monthAndDayOrX = anyOf(
  `(?:[0X][13578X]|[1X][02]|1X)-${anyOf(upTo30OrX, '3[1X]')}`,
  `(?:[0X][469]|11)-${upTo30OrX}`,
  `02-${upTo29OrX}`,
);
const unspecifiedDate = `(?=[-\\d]*X)-?[0-9X]{4}(?:-${anyOf(monthAndDayOrX, '0[1-9X]|[1X][012X]')})?`;

const dateOrDateTime = compile(anyOf(date, `${fullDate}T${time}${zone}?`));
const qualifiedDate = compile(`${date}${qualifier}`);
const levelTwoDate = compile(anyOf(qualifiedParts, unspecifiedDate));
const season = compile(`${year}-(?:2[1-9]|3\\d|4[01])`);
const longYear = compile(anyOf(`${year}S[1-9]`, String.raw`Y-?(?:[1-9]\d{4,}|\d+E\d+)(?:S[1-9])?`));
const dateRange = anyOf(...[fullDate, yearAndMonth, year].map((part) => `${part}[.][.]${part}`));
const element = compile(anyOf(dateRange, date, qualifiedParts, unspecifiedDate));
const setOrList = /^(?:\[(?<set>.*)\]|\{(?<list>.*)\})$/;
const openEnd = /^(?:[.][.])?$/;

/** Whether the ends form an interval. An end of level 2 cannot be combined with an end that has a qualifier for the complete date. */
function isInterval(ends: readonly string[]): boolean {
  const isLevelOne = (end: string): boolean =>
    openEnd.test(end) || dateOrDateTime.test(end) || qualifiedDate.test(end);
  const isLevelTwo = (end: string): boolean =>
    openEnd.test(end) || dateOrDateTime.test(end) || levelTwoDate.test(end);
  return ends.length === 2 && (ends.every(isLevelOne) || ends.every(isLevelTwo));
}

function isSetOrList(text: string): boolean {
  const { set, list } = setOrList.exec(text)?.groups ?? {};
  const elements = (set ?? list ?? '').replace(/^[.][.]/, '').replace(/[.][.]$/, '');
  return elements.split(/(?<! ) *, */).every((part) => element.test(part));
}

/**
 * Whether a text is a date, year, season, interval, set or list in the Extended Date/Time Format up to level 2.
 * Decades and centuries of ISO 8601-2, such as 185, are not valid: the format writes 185X.
 * Source: https://www.loc.gov/standards/datetime/
 * @rule Writing: Which texts are EDTF?
 */
export function isExtendedDate(text: string): boolean {
  const isDate = [dateOrDateTime, qualifiedDate, levelTwoDate, season, longYear].some((pattern) =>
    pattern.test(text),
  );
  return isDate || isInterval(text.split('/')) || isSetOrList(text);
}

/** The first and the last date of a text, as it writes them; `..` is open, and an empty text unknown. */
export type Span = { readonly begin: string; readonly end: string };

/**
 * Lists the spans of a date: its own one, that of an interval, or one for each member of a set or list, without the dots before the first and
 * after the last member.
 * @param text a valid extended date
 */
export function listSpans(text: string): readonly Span[] {
  const [begin = '', end] = text.split('/');
  if (end !== undefined) return [{ begin, end }];
  return text
    .replace(/^[[{](?:[.][.])?/, '')
    .replace(/(?:[.][.])?[\]}]$/, '')
    .split(',')
    .map((member) => {
      const [first = '', last = first] = member.trim().split('..');
      return { begin: first, end: last };
    });
}

/** Whether a set or list has dots before its first or after its last member. @param text a valid extended date */
export const isOpenSet = (text: string, side: 'first' | 'last'): boolean =>
  side === 'first' ? /^[[{][.][.]/.test(text) : /[.][.][\]}]$/.test(text);
