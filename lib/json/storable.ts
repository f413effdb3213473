/** Whether the database can hold a text: PostgreSQL's text has no U+0000, and its jsonb neither that nor half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Whether the database can hold all texts of a value. @param value no deeper than parseLossless gives one */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => isStorableText(key) && isStorable(member));
}
