import { NestedTooDeepError } from '../json/nesting.ts';
import { readJson } from '../json/read-json.ts';
import { repeatedMemberCode, RepeatedMembersError } from '../json/repeated-members.ts';
import { MalformedDocument } from './errors.ts';

/**
 * Parses a JSON body, or JSON in a field of a form. Numbers keep all digits.
 * @param hint a sentence that begins with a space; added to the message if the text is not JSON
 * @param pointer to the JSON, if it is the text of a field
 * @throws MalformedDocument if the text is missing, is not JSON, is nested too deeply, or repeats a member of an object
 */
export function parseJsonBody(text: string | undefined, hint = '', pointer = ''): unknown {
  if (text === undefined || text.trim() === '') {
    throw createMalformedDocument(
      'no_body',
      pointer,
      'The request has no body: send the document in it.',
    );
  }
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof NestedTooDeepError)
      throw createMalformedDocument(error.code, pointer, error.message);
    if (error instanceof RepeatedMembersError) throw createRepeatedMembersProblem(error, pointer);
    const reason = error instanceof Error ? error.message : 'it ends too early';
    throw createMalformedDocument('not_json', pointer, `The body is not JSON: ${reason}.${hint}`);
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

function createRepeatedMembersProblem(
  { members, count }: RepeatedMembersError,
  pointer: string,
): MalformedDocument {
  const problems = members.map((member) => ({
    code: repeatedMemberCode,
    pointer: pointer + member.pointer,
    message: member.message,
  }));
  return new MalformedDocument(problems, count);
}
