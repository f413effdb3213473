import * as z from 'zod';

// Parameters are received as strings. `meta` contains JSON Schema for the OpenAPI document, in which our member `otherwise` becomes `default`.

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

/**
 * `indent`: spaces of indentation of a JSON response, 0 to 10.
 * @rule Requests: How many spaces of indentation may be requested?
 */
export const indentParameter = wholeNumber(0, 10)
  .optional()
  .describe('Number of spaces by which JSON is indented, 0 to 10.');

/** The parameters of an operation that has no parameter besides `indent`. */
export const indentOnlyParameters = z.object({ indent: indentParameter });

/** `page`: the number of a page of results, from 1. */
export const pageParameter = wholeNumber(1).optional();

/** `limit`: how many items a page has. */
export function limitParameter(maxItems: number) {
  return wholeNumber(1, maxItems).optional();
}
