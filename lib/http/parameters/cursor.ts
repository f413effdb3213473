import * as z from 'zod';

/** Makes the cursor that continues after an item. @param key the unique sort key of the item */
export function encodeCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** `cursor`: continues after an item of a list. Parsed into the sort key of the item. */
export const cursorParameter = z
  .string()
  .meta({ pattern: '^[A-Za-z0-9_-]+$' })
  .transform((value, context) => {
    const key = Buffer.from(value, 'base64url').toString('utf8');
    if (key !== '' && !key.includes('\0') && encodeCursor(key) === value) return key;
    context.addIssue({ code: 'custom', message: 'is not a cursor from this service.' });
    return z.NEVER;
  })
  .optional();
