/** A date with numbers in an order that differs between countries: `31/3/1850`, `3.31.1850`, `3-31-50`. */
const numericDate = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{2}|\d{4})$/;

/** Whether a text can be read as a date in one way at most. A year of two digits can be in any century. */
export function isUnambiguousDate(text: string): boolean {
  const match = numericDate.exec(text);
  if (match === null) return true;
  const [, first = '', , second = '', year = ''] = match;
  if (year.length < 4) return false;
  return first === second || Number(first) > 12 || Number(second) > 12;
}

/** Writes an unambiguous date in the form in which dates are stored. Other texts stay unchanged. */
export function readDateText(text: string): string {
  const match = numericDate.exec(text);
  if (match === null) return text;
  const [, first = '', , second = '', year = ''] = match;
  const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
