/** A date whose day and month may be in either order: `31/3/1850`, `3.31.1850`, `3-31-50`. */
const numericDate = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{2}|\d{4})$/;

/** Returns whether a text can be read as at most one date. A year of two digits is ambiguous, because it may be in any century. */
export function isUnambiguousDate(text: string): boolean {
  const match = numericDate.exec(text);
  if (match === null) return true;
  const [, first = '', , second = '', year = ''] = match;
  if (year.length < 4) return false;
  return first === second || Number(first) > 12 || Number(second) > 12;
}

/**
 * Converts an unambiguous date to the stored format (`1850-03-31`). Returns other texts unchanged.
 * @rule Imports and exports: In which forms may a cell of CSV have a date?
 */
export function readDateText(text: string): string {
  const match = numericDate.exec(text);
  if (match === null) return text;
  const [, first = '', , second = '', year = ''] = match;
  const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
