import { parseLossless } from '../../../json/lossless-json.ts';
import { NestedTooDeepError } from '../../../json/nesting.ts';
import type { ReadResult, TextCodec } from '../datatype.ts';

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseLossless(text) };
  } catch (error) {
    if (error instanceof NestedTooDeepError) throw error;
    return undefined;
  }
}

function single(texts: readonly string[], read: (text: string) => ReadResult): ReadResult {
  const [text, another] = texts;
  if (text === undefined || another !== undefined) {
    return { kind: 'problem', message: 'Exactly one value is needed here.' };
  }
  return read(text);
}

/** Whether a text that is stored is JSON itself, however deep. */
function isJson(text: string): boolean {
  try {
    return parsed(text) !== undefined;
  } catch {
    return true;
  }
}

/** Whether a plain text would be taken for the JSON text of another value. */
function looksStructured(text: string): boolean {
  return /^\s*["{[]/.test(text) && isJson(text);
}

/** Whether a text is a JSON object or list. */
export function isJsonText(text: string): boolean {
  return /^\s*[{[]/.test(text) && parsed(text) !== undefined;
}

/**
 * For values that are mostly texts: a text stands as it is, every structured value as JSON text. A text that could be read as
 * the JSON of a text, an object or a list stands as a JSON string, so that the two stay distinguishable.
 */
export const plainTextCodec: TextCodec = {
  isPerElement: false,
  write: (value) => {
    if (typeof value !== 'string') return [JSON.stringify(value)];
    return [looksStructured(value) ? JSON.stringify(value) : value];
  },
  read: (texts) =>
    single(texts, (text) => ({
      kind: 'value',
      value: looksStructured(text) ? parsed(text)?.value : text,
    })),
};

/**
 * For values that are not texts: numbers, truth values, lists and objects stand as JSON text. A text that such a node holds all
 * the same stands as it is, unless it is JSON itself.
 */
export const jsonTextCodec: TextCodec = {
  isPerElement: false,
  write: (value) => {
    if (typeof value !== 'string') return [JSON.stringify(value)];
    return [isJson(value) ? JSON.stringify(value) : value];
  },
  read: (texts) =>
    single(texts, (text) => {
      const found = parsed(text);
      return { kind: 'value', value: found === undefined ? text : found.value };
    }),
};
