import { InvalidInput } from '../../errors.ts';
import { findJsonErrorPosition } from '../../json/json-error-position.ts';
import { NestedTooDeepError } from '../../json/nesting.ts';
import { findUnstorable } from '../../json/storable.ts';
import { RepeatedMembersError } from '../../json/repeated-members.ts';
import { readJson } from '../../json/read-json.ts';
import { parameterError } from '../parameters/parse-parameters.ts';

/** Refuses a parameter. */
export function refuse(name: string, message: string): never {
  throw new InvalidInput([parameterError(name, 'invalid', message)]);
}

function refuseBrokenJson(name: string, text: string): never {
  const position = findJsonErrorPosition(text);
  const problem = position === text.length ? 'ends too early' : 'is wrong';
  refuse(name, `is not JSON: the text ${problem} at character ${position + 1}.`);
}

/**
 * Reads a parameter with JSON.
 * @returns undefined for an empty text, which clients send for no condition
 * @throws InvalidInput with the position of the error
 */
export function readJsonParameter(name: string, text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = readJson(text, 'javascript');
  } catch (error) {
    if (error instanceof NestedTooDeepError) throw error;
    // That platform uses the last of two members with one name.
    if (error instanceof RepeatedMembersError) value = error.lastMembers;
    else refuseBrokenJson(name, text);
  }
  const unstorable = findUnstorable(value);
  if (unstorable !== undefined) refuse(name, unstorable.message);
  return value ?? undefined;
}
