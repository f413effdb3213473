import * as z from 'zod';

import { isUuid } from '../../../model/ids.ts';

/** `format`, which the format negotiation parses. @param description names the formats */
export function formatParameter(description: string) {
  return z.never().optional().describe(description);
}

/** A UUID, converted to lower case. An empty value counts as absent. */
export const uuidParameter = z
  .string()
  .refine((text) => text === '' || isUuid(text), 'must be a UUID.')
  .transform((text) => (text === '' ? undefined : text.toLowerCase()))
  .meta({ format: 'uuid' })
  .optional();

/** A language tag such as `en` or `en-US` (BCP 47). An empty value counts as absent. */
export const languageParameter = z
  .string()
  .refine(
    (text) => text === '' || /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(text),
    'must be a language tag such as en-US.',
  )
  .transform((text) => (text === '' ? undefined : text))
  .meta({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' })
  .optional();

/** Any text that PostgreSQL can store. An empty value counts as absent. */
export const textParameter = z
  .string()
  .refine((value) => !value.includes('\0'), 'must not contain U+0000.')
  .transform((value) => (value === '' ? undefined : value))
  .optional();

/** One of several words. An empty value counts as absent. */
export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return z
    .enum([...words, ''], { error: `must be ${words.join(' or ')}.` })
    .transform((word) => words.find((candidate) => candidate === word))
    .meta({ enum: words })
    .optional();
}
