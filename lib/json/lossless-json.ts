import { isNestedTooDeep, NestedTooDeepError } from './nesting.ts';

declare global {
  interface JSON {
    /** ECMAScript "JSON.parse source text access": a primitive that is written as its own text. */
    rawJSON(text: string): LosslessNumber;
    isRawJSON(value: unknown): value is LosslessNumber;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** A number as the text in which it was written. */
export type LosslessNumber = { readonly rawJSON: string };

/**
 * Finds numbers that a JavaScript number may write differently: with 16 digits or more, an exponent, or a fraction that ends in 0 or
 * begins with many zeros. A false match inside a string only makes parsing slower.
 */
const maybeLossy = /[:,[\s](?:-?\d[\d.]{15}|-?\d+(?:\.\d+)?e|-?\d+\.\d*0(?!\d)|-?0\.0{6}|-0)/i;

/**
 * Reads JSON so that JSON.stringify gives back every number as it was written, also where a
 * JavaScript number would change it (20 digits, 1.0, 1e400). Such numbers come as LosslessNumber,
 * all others as plain numbers.
 * @throws SyntaxError where the text is not JSON
 * @throws NestedTooDeep where it is, but so deep that nobody could walk through its value
 */
export function parseLossless(text: string): unknown {
  if (isNestedTooDeep(text)) {
    JSON.parse(text);
    throw new NestedTooDeepError();
  }
  // A reviver makes reading several times slower.
  if (!maybeLossy.test(` ${text}`)) return JSON.parse(text);
  return JSON.parse(text, (_key: string, value: unknown, context: { readonly source?: string }) =>
    typeof value === 'number' && context.source !== undefined && context.source !== String(value)
      ? JSON.rawJSON(context.source)
      : value,
  );
}

/** Whether a value that parseLossless returned is a number kept as text. */
export function isLosslessNumber(value: unknown): value is LosslessNumber {
  return JSON.isRawJSON(value);
}
