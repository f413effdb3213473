import type { Filter } from '../../../../lib/model/filters/filter.ts';
import { parseFilterJson } from '../../../../lib/model/filters/parse-filter-json.ts';
import { parseFilterText } from '../../../../lib/model/filters/parse-filter-text.ts';
import type { FilterProblem, FilterResult } from '../../../../lib/model/filters/problem.ts';

/** @throws Error with the problem of the filter */
export function filterOf(result: FilterResult<Filter>): Filter {
  if (result.kind === 'filter') return result.filter;
  throw new Error(JSON.stringify(result.problem));
}

/** @throws Error if the filter has no problem */
export function problemOf(result: FilterResult<Filter>): FilterProblem {
  if (result.kind === 'problem') return result.problem;
  throw new Error(`It is a filter: ${JSON.stringify(result.filter)}`);
}

export const readText = (text: string): Filter => filterOf(parseFilterText(text));
export const readObject = (value: unknown): Filter => filterOf(parseFilterJson(value));

/** The message of the problem of a text, and the rest of the text from where the problem is. */
export function refusedText(text: string): readonly [message: string, rest: string] {
  const { message, place } = problemOf(parseFilterText(text));
  return [message, place.in === 'text' ? text.slice(place.position) : 'not in a text'];
}

/** The message of the problem of a JSON value, and its JSON Pointer. */
export function refusedJson(value: unknown): readonly [message: string, pointer: string] {
  const { message, place } = problemOf(parseFilterJson(value));
  return [message, place.in === 'json' ? place.pointer : 'not in JSON'];
}
