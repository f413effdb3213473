import type { ReadResult, TextCodec } from '../datatype.ts';
import { parseJsonOrUndefined, parseStoredJsonOrUndefined } from '../values/json-values.ts';

function readSingleText(texts: readonly string[], read: (text: string) => ReadResult): ReadResult {
  const [text, another] = texts;
  if (text === undefined || another !== undefined) {
    return { kind: 'problem', message: 'Give exactly one value.' };
  }
  return read(text);
}

/** Whether a text is JSON. A text that is nested too deep to be parsed counts as JSON. */
function isJson(text: string): boolean {
  try {
    return parseStoredJsonOrUndefined(text) !== undefined;
  } catch {
    return true;
  }
}

/** Whether a plain text could be parsed as a JSON string, list or object. */
function looksLikeJson(text: string): boolean {
  return /^\s*["{[]/.test(text) && isJson(text);
}

/** Whether a text is a JSON object or list. */
export function isJsonObjectOrList(text: string): boolean {
  return /^\s*[{[]/.test(text) && parseStoredJsonOrUndefined(text) !== undefined;
}

/**
 * The codec for values that are mostly texts. Texts are written unchanged, and other values as JSON. A text that could be
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
      value: looksLikeJson(text) ? parseJsonOrUndefined(text)?.value : text,
    })),
};

/**
 * The codec for values that are not texts. They are written as JSON. A value that happens to be a text is written unchanged, or as a JSON
 * string if it is JSON itself.
 */
export const jsonTextCodec: TextCodec = {
  isPerElement: false,
  write: (value) => {
    if (typeof value !== 'string') return [JSON.stringify(value)];
    return [isJson(value) ? JSON.stringify(value) : value];
  },
  read: (texts) =>
    readSingleText(texts, (text) => {
      const parsedText = parseJsonOrUndefined(text);
      return { kind: 'value', value: parsedText === undefined ? text : parsedText.value };
    }),
};
