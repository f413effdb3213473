import { parseLossless } from '../json/lossless-json.ts';
import { NestedTooDeepError } from '../json/nesting.ts';
import { MalformedDocument } from './errors.ts';

/**
 * Reads the JSON text of a body. Numbers keep the digits that were written.
 * @param advice what is added where the text is not JSON, as a sentence behind a blank
 * @throws MalformedDocument where the text is not JSON, or deeper than anything that is stored
 */
export function parseJsonBody(text: string | undefined, advice = ''): unknown {
  if (text === undefined || text.trim() === '') {
    throw malformedDocument('no_body', '', 'The request has no body: send the document in it.');
  }
  try {
    return parseLossless(text);
  } catch (error) {
    if (error instanceof NestedTooDeepError) throw malformedDocument(error.code, '', error.message);
    const reason = error instanceof Error ? error.message : 'it ends too early';
    throw malformedDocument('not_json', '', `The body is not JSON: ${reason}.${advice}`);
  }
}

/** One thing that is wrong with a document, at a JSON Pointer into it. */
export function malformedDocument(
  code: string,
  pointer: string,
  message: string,
): MalformedDocument {
  return new MalformedDocument([{ code, pointer, message }]);
}
