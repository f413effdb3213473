/** The numbers of formats of dates and times that have no code of their own (ISO/IEC 29500-1, 18.8.30). */
const dateFormats: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/**
 * Whether a format shows numbers as dates or times.
 * @param code undefined for one of the formats that every program knows
 */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return dateFormats.some(([first, last]) => id >= first && id <= last);
  const letters = readFormatLetters(code);
  return /[dmyhs]/i.test(letters) && !/general/i.test(letters);
}

/** The characters of a format that are no texts in quotation marks, no colours in brackets, and not escaped. */
function readFormatLetters(code: string): string {
  let letters = '';
  let end = '';
  for (let index = 0; index < code.length; index += 1) {
    const character = code[index] ?? '';
    if (end !== '') end = character === end ? '' : end;
    else if (character === '"') end = '"';
    // Elapsed hours are in brackets too.
    else if (character === '[' && !/[hms]/i.test(code[index + 1] ?? '')) end = ']';
    else if ('\\_*'.includes(character)) index += 1;
    else letters += character;
  }
  return letters;
}

const millisecondsOfDay = 86_400_000;
/** The day 0 of spreadsheets, which count a day too many in 1900. */
const start = Date.UTC(1899, 11, 30);
const daysTo1904 = 1462;

/**
 * Converts the number of a date to ISO 8601: a day, a day with a time, or a time.
 * @param serial days since the beginning of 1900, or of 1904
 * @returns undefined for a day that does not exist, and for one beyond the calendar
 */
export function readDateNumber(serial: number, isFrom1904: boolean): string | undefined {
  const days = isFrom1904 ? serial + daysTo1904 : serial;
  if (!Number.isFinite(days) || days < 0 || days >= 2_958_466) return undefined;
  if (days >= 60 && days < 61) return undefined;
  const corrected = days < 60 ? days + 1 : days;
  const time = new Date(start + Math.round(corrected * 86_400) * 1000);
  const [date = '', clock = ''] = time.toISOString().slice(0, 19).split('T');
  if (days < 1 && !isFrom1904) return clock;
  return time.getTime() % millisecondsOfDay === 0 ? date : `${date}T${clock}`;
}
