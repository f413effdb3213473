import type { InputError } from '../../errors.ts';
import type { ValuesByName } from '../request/request.ts';
import { parameterError } from './parse-parameters.ts';

/**
 * Returns an error for each query name that is not a parameter.
 * @rule Requests: Which parameters are unknown, and which of them are refused?
 * @param parameters of the operation, by name
 */
export function unknownParameterErrors(
  query: ValuesByName,
  parameters: Readonly<Record<string, unknown>>,
): readonly InputError[] {
  return [...query.keys()]
    .filter((name) => !Object.hasOwn(parameters, name))
    .map((name) => parameterError(name, 'invalid', 'is not a parameter of this operation.'));
}

/** The names under which some libraries send the items of a list: `name[]`, `name[0]`, `name.0`. */
const listNotation = /^(.[^[]*?)(?:\[.*|\.\d+)$/s;

/**
 * Returns an error for each parameter whose name is sent in such a list notation. If the name were ignored, the filter of the caller
 * would have no effect.
 * @param names as sent
 * @param parameters of the operation, by name
 */
export function misspeltListErrors(
  names: Iterable<string>,
  parameters: Readonly<Record<string, unknown>>,
): readonly InputError[] {
  return [...names].flatMap((name) => {
    const [, parameter = ''] = listNotation.exec(name) ?? [];
    if (!Object.hasOwn(parameters, parameter)) return [];
    const message = `must be written ${parameter}, once, with commas between the items of a list.`;
    return [parameterError(name, 'invalid', message)];
  });
}
