import { parseWithoutDepthCheck } from './lossless-json.ts';
import { NestedTooDeepError } from './nesting.ts';
import { createRepeatedMembersError } from './repeated-members.ts';
import { countMembers, readStructure } from './structure.ts';

/**
 * Reads JSON that others have written: requests, files, and texts in them. JSON of the database and of this service itself is read by
 * `JSON.parse` or `parseLossless`, which keep the last of two members with one name.
 * @rule Resource instances: Who reads JSON of others, and refuses a member that occurs twice?
 * @param numbers whether numbers keep all their digits, as in `parseLossless`, or are JavaScript numbers
 * @throws SyntaxError if the text is not JSON
 * @throws NestedTooDeepError, RepeatedMembersError
 */
export function readJson(text: string, numbers: 'lossless' | 'javascript' = 'lossless'): unknown {
  const { memberCount, isNestedTooDeep } = readStructure(text);
  // A text that is not JSON is reported first.
  if (isNestedTooDeep) {
    JSON.parse(text);
    throw new NestedTooDeepError();
  }
  const value: unknown = numbers === 'lossless' ? parseWithoutDepthCheck(text) : JSON.parse(text);
  if (countMembers(value) < memberCount) throw createRepeatedMembersError(text, value);
  return value;
}
