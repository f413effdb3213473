import { NestedTooDeepError } from './nesting.ts';
import { isNestedTooDeep } from './structure.ts';

declare global {
  interface JSON {
    /** Creates a value that JSON.stringify writes as this text (ECMAScript proposal "JSON.parse source text access"). */
    rawJSON(text: string): LosslessNumber;
    isRawJSON(value: unknown): value is LosslessNumber;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** A number as the string in which it was written. */
export type LosslessNumber = { readonly rawJSON: string };

/**
 * Matches numbers that JavaScript could write differently: with 16 digits or more, with an exponent, or with a fraction that ends in 0
 * or begins with many zeros. A false match inside a string only makes parsing slower.
 */
const lossyNumberPattern =
  /[:,[\s](?:-?\d[\d.]{15}|-?\d+(?:\.\d+)?e|-?\d+\.\d*0(?!\d)|-?0\.0{6}|-0)/i;

/**
 * Parses JSON so that JSON.stringify returns every number as it was written, even if a JavaScript number would change it (20 digits,
 * 1.0, 1e400). Such numbers become a LosslessNumber, all others a JavaScript number.
 * @rule Resource instances: Which digits of a number are kept?
 * @throws SyntaxError if the text is not JSON
 * @throws NestedTooDeepError if the text is JSON, but nested so deep that recursion through its value could overflow the stack
 */
export function parseLossless(text: string): unknown {
  if (isNestedTooDeep(text)) {
    JSON.parse(text);
    throw new NestedTooDeepError();
  }
  return parseWithoutDepthCheck(text);
}

/** Parses JSON like `parseLossless`. @param text nested at most `maxNesting` deep */
export function parseWithoutDepthCheck(text: string): unknown {
  // A reviver makes parsing several times slower.
  if (!lossyNumberPattern.test(` ${text}`)) return JSON.parse(text);
  return JSON.parse(text, (_key: string, value: unknown, context: { readonly source?: string }) =>
    typeof value === 'number' && context.source !== undefined && context.source !== String(value)
      ? JSON.rawJSON(context.source)
      : value,
  );
}

/** Whether a value from parseLossless is a LosslessNumber. */
export function isLosslessNumber(value: unknown): value is LosslessNumber {
  return JSON.isRawJSON(value);
}
