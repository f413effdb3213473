/** Whether the database can store a text. PostgreSQL does not allow U+0000, nor, in jsonb, half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The first and the last time that the database reads, in milliseconds since 1970: those of years with four digits, without the year 0. */
export const storableTimes = {
  first: Date.parse('0001-01-01T00:00:00Z'),
  last: Date.parse('9999-12-31T23:59:59.999Z'),
};

/** Whether the database can store a time. @param milliseconds since 1970; NaN for an invalid time */
export function isStorableTime(milliseconds: number): boolean {
  return milliseconds >= storableTimes.first && milliseconds <= storableTimes.last;
}

/** Whether the database can store all texts of a value. @param value no deeper than parseLossless allows */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => isStorableText(key) && isStorable(member));
}
