/**
 * Whether the database can store a text. PostgreSQL does not allow U+0000, nor, in jsonb, half of a surrogate pair.
 * @rule Resource instances: Which texts can be stored?
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The first and the last time that the database accepts, in milliseconds since 1970: the beginning of year 1 and the end of 9999. */
export const storableTimes = {
  first: Date.parse('0001-01-01T00:00:00Z'),
  last: Date.parse('9999-12-31T23:59:59.999Z'),
};

/** Whether the database can store a time. @param milliseconds since 1970; NaN for an invalid time */
export function isStorableTime(milliseconds: number): boolean {
  return milliseconds >= storableTimes.first && milliseconds <= storableTimes.last;
}

/** Why the database cannot store a value. The message is a sentence without its subject. */
type Unstorable = {
  readonly code: 'unusable_character' | 'unusable_number';
  readonly message: string;
};

const unusableCharacter: Unstorable = {
  code: 'unusable_character',
  message: 'has a character that cannot be stored (U+0000 or half of a surrogate pair). Remove it.',
};
const unusableNumber: Unstorable = {
  code: 'unusable_number',
  message:
    'has a number that cannot be stored. Numbers may have 131072 digits before the decimal point and 16383 after it.',
};

/**
 * Finds the first text, key or number in a value that the database cannot store.
 * @param value no deeper than parseLossless allows
 */
export function findUnstorable(value: unknown): Unstorable | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : unusableCharacter;
  if (JSON.isRawJSON(value)) return isStorableNumber(value.rawJSON) ? undefined : unusableNumber;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const unstorable = findUnstorable(key) ?? findUnstorable(member);
    if (unstorable !== undefined) return unstorable;
  }
  return undefined;
}

/** Whether a number fits into the PostgreSQL type numeric, which jsonb uses. */
function isStorableNumber(text: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  return whole.length + Number(exponent) <= 131_072 && fraction.length - Number(exponent) <= 16_383;
}
