import { parseLossless } from '../../../json/lossless-json.ts';
import { NestedTooDeepError } from '../../../json/nesting.ts';
import type { ReadResult, TextCodec } from '../datatype.ts';

function parseOrUndefined(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseLossless(text) };
  } catch (error) {
    if (error instanceof NestedTooDeepError) throw error;
    return undefined;
  }
}

function readSingleText(texts: readonly string[], read: (text: string) => ReadResult): ReadResult {
  const [text, another] = texts;
  if (text === undefined || another !== undefined) {
    return { kind: 'problem', message: 'Exactly one value is needed here.' };
  }
  return read(text);
}

/** Whether a stored text is JSON of any depth. */
function isJson(text: string): boolean {
  try {
    return parseOrUndefined(text) !== undefined;
  } catch {
    return true;
  }
}

/** Whether a plain text could be parsed as JSON of a text, list or object. */
function looksLikeJson(text: string): boolean {
  return /^\s*["{[]/.test(text) && isJson(text);
}

/** Whether a text is a JSON object or list. */
export function isJsonText(text: string): boolean {
  return /^\s*[{[]/.test(text) && parseOrUndefined(text) !== undefined;
}

/**
 * For values that are mostly texts. Texts are written unchanged, and other values as JSON. A text that could be
 * parsed as JSON is written as a JSON string, so that reading it back is unambiguous.
 */
export const plainTextCodec: TextCodec = {
  isPerElement: false,
  write: (value) => {
    if (typeof value !== 'string') return [JSON.stringify(value)];
    return [looksLikeJson(value) ? JSON.stringify(value) : value];
  },
  read: (texts) =>
    readSingleText(texts, (text) => ({
      kind: 'value',
      value: looksLikeJson(text) ? parseOrUndefined(text)?.value : text,
    })),
};

/**
 * For values that are not texts. They are written as JSON; a stray text is written unchanged unless it is JSON
 * itself.
 */
export const jsonTextCodec: TextCodec = {
  isPerElement: false,
  write: (value) => {
    if (typeof value !== 'string') return [JSON.stringify(value)];
    return [isJson(value) ? JSON.stringify(value) : value];
  },
  read: (texts) =>
    readSingleText(texts, (text) => {
      const parsedText = parseOrUndefined(text);
      return { kind: 'value', value: parsedText === undefined ? text : parsedText.value };
    }),
};
