import * as z from 'zod';

import { isUuid } from '../../model/ids.ts';

// Parameters are received as strings. `meta` contains JSON Schema for the OpenAPI document; its member `otherwise` is the default value.

/** A whole number in decimal digits. */
export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string()
    .refine(
      (text) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${formatNumber(min)} to ${formatNumber(max)}.`,
    )
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/**
 * Formats a whole number with commas between thousands. Descriptions of parameters need it while a function starts, and loading the locales
 * for `toLocaleString` takes 16 ms.
 */
export function formatNumber(number: number): string {
  const digits = String(number);
  const firstLength = digits.length % 3;
  const groups = digits.slice(firstLength).match(/\d{3}/g) ?? [];
  return [...(firstLength === 0 ? [] : [digits.slice(0, firstLength)]), ...groups].join(',');
}

/** `indent`: spaces of indentation of a JSON response, 0 to 10. */
export const indentParameter = wholeNumber(0, 10)
  .optional()
  .describe('Spaces of indentation, 0 to 10.');

/** The parameters of an operation that has no parameter besides `indent`. */
export const indentOnlyParameters = z.object({ indent: indentParameter });

/** `format`, which the format negotiation parses. @param description names the formats */
export function formatParameter(description: string) {
  return z.never().optional().describe(description);
}

/** `page`: the number of a page of results, from 1. */
export const pageParameter = wholeNumber(1).optional();

/** `limit`: how many items a page has. */
export function limitParameter(maxItems: number) {
  return wholeNumber(1, maxItems).optional();
}

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

/** A flag that is on with any value except the words for false (specification, GET /geojson). */
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

/** A UUID, converted to lower case. An empty value counts as absent. */
export const uuidParameter = z
  .string()
  .refine((text) => text === '' || isUuid(text), 'must be a UUID.')
  .transform((text) => (text === '' ? undefined : text.toLowerCase()))
  .meta({ format: 'uuid' })
  .optional();

/** Names separated by commas, in lower case. */
export const nameListParameter = z
  .string()
  .optional()
  .transform((text = '') => splitList(text))
  .meta({ type: 'array', items: { type: 'string' } });

function splitList(names: string): readonly string[] {
  return names
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}

/** UUIDs separated by commas, converted to lower case, without duplicates. An empty list counts as absent. */
export const uuidListParameter = z
  .string()
  .transform((text, context) => {
    const ids = [...new Set(splitList(text))];
    for (const id of ids.filter((id) => !isUuid(id))) {
      context.addIssue({ code: 'custom', message: `${JSON.stringify(id)} is not a UUID.` });
    }
    return ids.length === 0 ? undefined : ids;
  })
  .meta({ type: 'array', items: { type: 'string', format: 'uuid' } })
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

const timePattern =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d))?$/i;

/**
 * A time with its zone (RFC 3339), such as `2026-01-31T09:00:00Z`, or a day in UTC. It is converted to UTC. A space counts as a plus
 * sign, because an unencoded plus sign is decoded as a space. An empty value counts as absent.
 */
export const timeParameter = z
  .string()
  .transform((text, context) => {
    if (text === '') return undefined;
    const timestamp = text.replace(' ', '+').toUpperCase();
    const milliseconds = timePattern.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
    // Date accepts 31 February as 3 March.
    const day = new Date(`${timestamp.slice(0, 10)}T00:00:00Z`);
    const isDay =
      !Number.isNaN(day.getTime()) && day.toISOString().startsWith(timestamp.slice(0, 10));
    if (Number.isNaN(milliseconds) || !isDay) {
      context.addIssue({
        code: 'custom',
        message: 'must be a time with its zone such as 2026-01-31T09:00:00Z, or a day.',
      });
      return z.NEVER;
    }
    return new Date(milliseconds).toISOString();
  })
  .meta({ anyOf: [{ format: 'date-time' }, { format: 'date' }] })
  .optional();

const nodegroupRights = {
  read_nodegroup: 'read',
  write_nodegroup: 'write',
  delete_nodegroup: 'delete',
} as const;

/** `perms`: a right on nodegroups, by the name that clients of Arches use. The default is reading. */
export const nodegroupRightParameter = z
  .enum(['read_nodegroup', 'write_nodegroup', 'delete_nodegroup', ''], {
    error: 'must be read_nodegroup, write_nodegroup or delete_nodegroup.',
  })
  .optional()
  .transform((name = '') => (name === '' ? 'read' : nodegroupRights[name]))
  .meta({ enum: Object.keys(nodegroupRights), otherwise: 'read_nodegroup' });
