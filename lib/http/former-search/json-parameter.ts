import { InvalidInput } from '../../errors.ts';
import { findJsonErrorPosition } from '../../json/json-error-position.ts';
import { NestedTooDeepError } from '../../json/nesting.ts';
import { findUnstorable } from '../../json/storable.ts';
import { isNestedTooDeep } from '../../json/structure.ts';
import { parameterError } from '../parameters/parse-parameters.ts';

/** Refuses a parameter. */
export function refuse(name: string, message: string): never {
  throw new InvalidInput([parameterError(name, 'invalid', message)]);
}

/**
 * Reads a parameter with JSON.
 * @returns undefined for an empty text, which clients send for no condition
 * @throws InvalidInput with the position of the error
 */
export function readJsonParameter(name: string, text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  if (isNestedTooDeep(text)) throw new NestedTooDeepError();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const position = findJsonErrorPosition(text);
    refuse(
      name,
      `is not JSON: the text ${position === text.length ? 'ends too early' : 'is wrong'} at character ${position + 1}.`,
    );
  }
  const unstorable = findUnstorable(value);
  if (unstorable !== undefined) refuse(name, unstorable.message);
  return value ?? undefined;
}
