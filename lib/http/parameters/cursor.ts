import * as z from 'zod';

/** The text that stands for the place behind an item of a list. @param key what the list is ordered by, unique in it */
export function encodeCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** `cursor`: goes on behind an item of a list; gives what it is ordered by. */
export const cursor = z
  .string()
  .meta({ pattern: '^[A-Za-z0-9_-]+$' })
  .transform((value, context) => {
    const key = Buffer.from(value, 'base64url').toString('utf8');
    if (key !== '' && !key.includes('\0') && encodeCursor(key) === value) return key;
    context.addIssue({ code: 'custom', message: 'is not a cursor that this service gave out.' });
    return z.NEVER;
  })
  .optional();
