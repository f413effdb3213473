import type { FromRdfContext, ReadResult, TextCodec } from '../datatype.ts';
import { createNotJsonProblem } from './not-json.ts';
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

/** Whether a text is a JSON object or list. */
export function isJsonObjectOrList(text: string): boolean {
  return /^\s*[{[]/.test(text) && parseStoredJsonOrUndefined(text) !== undefined;
}

/**
 * Whether a text begins like a JSON string, list or object. In the shape of the specification it must be JSON: if damaged JSON counted as a
 * text, it would replace all texts by language.
 */
const beginsLikeJson = (text: string): boolean => /^\s*["{[]/.test(text);

/** Reads a text that must be JSON, unless it repeats the stored text. */
function readJsonText(text: string, { stored }: FromRdfContext): ReadResult {
  const parsedText = parseJsonOrUndefined(text);
  if (parsedText !== undefined) return { kind: 'value', value: parsedText.value };
  return text === stored ? { kind: 'value', value: text } : createNotJsonProblem(text);
}

/**
 * The codec for values that are mostly texts. Texts are written unchanged, and other values as JSON. A text that begins like JSON is written
 * as a JSON string, so that reading it back is unambiguous.
 */
export const plainTextCodec: TextCodec = {
  isPerElement: false,
  write: (value) => {
    if (typeof value !== 'string') return [JSON.stringify(value)];
    return [beginsLikeJson(value) ? JSON.stringify(value) : value];
  },
  read: (texts, _node, context) =>
    readSingleText(texts, (text) =>
      beginsLikeJson(text) ? readJsonText(text, context) : { kind: 'value', value: text },
    ),
};

/**
 * The codec for values that are not texts. They are written as JSON. A value that happens to be a text is written unchanged, or as a JSON
 * string if it is JSON itself or begins like it.
 */
export const jsonTextCodec: TextCodec = {
  isPerElement: false,
  write: (value) => {
    if (typeof value !== 'string') return [JSON.stringify(value)];
    return [beginsLikeJson(value) || isJson(value) ? JSON.stringify(value) : value];
  },
  read: (texts, _node, context) =>
    readSingleText(texts, (text) => {
      if (beginsLikeJson(text)) return readJsonText(text, context);
      const parsedText = parseJsonOrUndefined(text);
      return { kind: 'value', value: parsedText === undefined ? text : parsedText.value };
    }),
};
