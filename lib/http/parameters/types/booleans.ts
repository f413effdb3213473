import * as z from 'zod';

/** The words for booleans, in lower case. An empty value counts as true: `?dry_run` means `?dry_run=true`. */
const booleanWords = new Map([
  ['', true],
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

/** Parses a boolean in any letter case. @returns undefined for any other text */
export function parseBoolean(word: string): boolean | undefined {
  return booleanWords.get(word.toLowerCase());
}

export const booleanRule = 'must be true, 1, yes or on; or false, 0, no or off.';

/**
 * A flag that is on with any value except the words for false (specification, GET /geojson).
 * @rule Requests: How is a flag written in a parameter?
 */
export const flagParameter = z
  .string()
  .optional()
  .transform((text) => text !== undefined && parseBoolean(text) !== false)
  .meta({ type: 'boolean' });

export const optionalBooleanParameter = z
  .string()
  .refine((text) => parseBoolean(text) !== undefined, booleanRule)
  .transform(parseBoolean)
  .meta({ type: 'boolean' })
  .optional();

export function booleanWithDefault(defaultValue: boolean) {
  return optionalBooleanParameter
    .transform((value) => value ?? defaultValue)
    .meta({ type: 'boolean', otherwise: defaultValue });
}
