import { InvalidInput, type InputError } from '../../errors.ts';
import { isStorableText } from '../../json/storable.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import type { ValuesByName } from '../request/request.ts';

/** The parameters that are conditions, without those whose names begin with `node.` or `related.`. */
const conditionNames: ReadonlySet<string> = new Set([
  'period',
  'near',
  'within',
  'bbox',
  'related',
  'ids',
  'changed',
  'filter',
  'filter-lang',
  'filter-crs',
]);

/** The most conditions of a question. */
const maxConditions = 20;

/** A condition as it was sent. */
export type SentCondition = { readonly parameter: string; readonly value: string };

/** Whether a parameter is a condition. */
export const isConditionName = (parameter: string): boolean =>
  parameter.startsWith('node.') ||
  parameter.startsWith('related.') ||
  conditionNames.has(parameter);

/**
 * Lists the conditions in the query. An empty one is none.
 * @throws InvalidInput for a name that is sent twice, and for too many conditions
 */
export function listSentConditions(query: ValuesByName): readonly SentCondition[] {
  const errors: InputError[] = [];
  const sent = [...query].flatMap(([parameter, [value = '', ...otherValues]]) => {
    if (!isConditionName(parameter)) return [];
    if (otherValues.length > 0) {
      const message = 'must be sent once. Write several values with commas.';
      errors.push(parameterError(parameter, 'repeated', message));
    }
    if (!isStorableText(parameter) || !isStorableText(value)) {
      const message = 'must not contain U+0000 or half of a surrogate pair.';
      errors.push(parameterError(parameter, 'invalid', message));
    }
    return value.trim() === '' ? [] : [{ parameter, value: value.trim() }];
  });
  if (sent.length > maxConditions) {
    const message = `a question has at most ${maxConditions} conditions.`;
    errors.push(parameterError('node.', 'invalid', message));
  }
  if (errors.length > 0) throw new InvalidInput(errors);
  return sent;
}

/** The conditions in a query as they were sent, for links that repeat them. */
export function pickConditions(query: ValuesByName): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query].flatMap(([name, [value = '']]) => (isConditionName(name) ? [[name, value]] : [])),
  );
}

/** The values of parameters that are no conditions. */
export const withoutConditions = (values: ValuesByName): ValuesByName =>
  new Map([...values].filter(([name]) => !isConditionName(name)));

/** Refuses conditions on pages, which do not follow them. @throws InvalidInput */
export function refuseConditions(query: ValuesByName): void {
  const message =
    'conditions cannot be combined with format=html. Send format=json, or use /search.';
  const errors = Object.keys(pickConditions(query)).map((name) =>
    parameterError(name, 'invalid', message),
  );
  if (errors.length > 0) throw new InvalidInput(errors);
}
