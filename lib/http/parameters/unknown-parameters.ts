import type { InputError } from '../../errors.ts';
import type { ValuesByName } from '../request/request.ts';
import { parameterError } from './parameters.ts';

/** The names of a query that are no parameters, where these are wrong. @param known parameters, by name */
export function unknownParameterErrors(
  query: ValuesByName,
  known: Readonly<Record<string, unknown>>,
): readonly InputError[] {
  return [...query.keys()]
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => parameterError(name, 'invalid', 'is not a parameter here.'));
}

/** How libraries write the items of a list, each as a parameter of its own: `name[]`, `name[0]`, `name.0`. */
const asList = /^(.+?)(?:\[.*|\.\d+)$/s;

/**
 * The names that are a parameter in a spelling for lists that nobody reads here: ignored, they would leave out a filter that the
 * caller has set.
 * @param names that were sent
 * @param known parameters, by name
 */
export function misspeltListErrors(
  names: Iterable<string>,
  known: Readonly<Record<string, unknown>>,
): readonly InputError[] {
  return [...names].flatMap((name) => {
    const [, parameter = ''] = asList.exec(name) ?? [];
    if (!Object.hasOwn(known, parameter)) return [];
    const message = `is spelt ${parameter}, once; the items of a list stand between commas.`;
    return [parameterError(name, 'invalid', message)];
  });
}
