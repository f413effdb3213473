import * as z from 'zod';

/** The text that stands for the place behind an item of a list. @param key what the list is ordered by, unique in it */
export function cursorBehind(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** `cursor`: goes on behind an item of a list; gives what it is ordered by. */
export const cursor = z
  .string()
  .transform((value) => Buffer.from(value, 'base64url').toString('utf8'))
  .refine((key) => key !== '' && !key.includes('\0'), 'is not a cursor that this service gave out.')
  .meta({ pattern: '^[A-Za-z0-9_-]+$' })
  .optional();
