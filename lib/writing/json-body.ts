import { parseLossless } from '../json/lossless-json.ts';
import { NestedTooDeepError } from '../json/nesting.ts';
import { MalformedDocument } from './errors.ts';

/**
 * Parses a JSON body. Numbers keep all digits.
 * @param hint a sentence that begins with a space; added to the message if the text is not JSON
 * @throws MalformedDocument if the text is missing, is not JSON, or is nested too deeply
 */
export function parseJsonBody(text: string | undefined, hint = ''): unknown {
  if (text === undefined || text.trim() === '') {
    throw createMalformedDocument(
      'no_body',
      '',
      'The request has no body: send the document in it.',
    );
  }
  try {
    return parseLossless(text);
  } catch (error) {
    if (error instanceof NestedTooDeepError)
      throw createMalformedDocument(error.code, '', error.message);
    const reason = error instanceof Error ? error.message : 'it ends too early';
    throw createMalformedDocument('not_json', '', `The body is not JSON: ${reason}.${hint}`);
  }
}

/** Creates an error with one problem. */
export function createMalformedDocument(
  code: string,
  pointer: string,
  message: string,
): MalformedDocument {
  return new MalformedDocument([{ code, pointer, message }]);
}
