import type { InputError } from '../../errors.ts';
import type { Operation } from '../operation.ts';
import { mergeParameters, type ParameterSources } from '../parameters/merge-parameters.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import type { ValuesByName } from '../request/request.ts';
import { isConditionName } from './sent-conditions.ts';

type RequestConditions = {
  /** By name. */
  readonly values: ValuesByName;
  readonly errors: readonly InputError[];
};

const refusedMessage =
  'conditions are not followed here. /resources/, /geojson and map tiles follow them.';
const queryOnlyMessage =
  'must be in the query. Answers here can be cached for everyone, and a cache does not know of headers.';

/** What maps read from the query alone: conditions, and the model in which they are searched. */
const isQueryOnlyName = (name: string): boolean => isConditionName(name) || name === 'graph';

/**
 * Reads the conditions of a request, from all sources that its operation allows.
 * @rule Searching by values: Which operations follow conditions, and what do the others answer to them?
 */
export function readRequestConditions(
  { conditions, parameters }: Pick<Operation, 'conditions' | 'parameters'>,
  sources: ParameterSources,
): RequestConditions {
  const isOther = (name: string): boolean => !Object.hasOwn(parameters.shape, name);
  const report = (names: readonly string[], message: string): readonly InputError[] =>
    names.map((name) => parameterError(name, 'invalid', message));
  const { values, repeated, valueErrors } = mergeParameters(sources);
  const names = [...values.keys()].filter(isConditionName);
  switch (conditions) {
    case 'followed':
      return {
        values: new Map(
          names.map((name) => {
            const value = values.get(name) ?? '';
            return [name, repeated.includes(name) ? [value, value] : [value]];
          }),
        ),
        errors: [...valueErrors].flatMap(([name, message]) =>
          isConditionName(name) && isOther(name) ? report([name], message) : [],
        ),
      };
    case 'followed-from-query': {
      const { headers = new Map(), prefixes = [] } = sources;
      const ofHeaders = mergeParameters({ query: new Map(), headers, prefixes }).values;
      return {
        values: new Map([...sources.query].filter(([name]) => isQueryOnlyName(name))),
        errors: report([...ofHeaders.keys()].filter(isQueryOnlyName), queryOnlyMessage),
      };
    }
    case 'refused':
      return { values: new Map(), errors: report(names.filter(isOther), refusedMessage) };
    default:
      return { values: new Map(), errors: [] };
  }
}
