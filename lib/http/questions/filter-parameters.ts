import { readJson } from '../../json/read-json.ts';
import type { Filter } from '../../model/filters/filter.ts';
import { parseFilterJson } from '../../model/filters/parse-filter-json.ts';
import { parseFilterText } from '../../model/filters/parse-filter-text.ts';
import type { FilterProblem, FilterResult } from '../../model/filters/problem.ts';
import { toWrittenQuestion } from '../../model/questions/filter-question.ts';
import { UnsupportedFilter } from '../../model/questions/filter-refusal.ts';
import type { WrittenQuestion } from '../../model/questions/written-question.ts';
import type { Report } from './record-parameters.ts';
import type { SentCondition } from './sent-conditions.ts';

export const filterLanguages = ['cql2-text', 'cql2-json'] as const;

/** The names of the coordinate system of longitude and latitude. */
const longitudeLatitude =
  /^(?:https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/1\.3\/CRS84|urn:ogc:def:crs:OGC:1\.3:CRS84)$/i;

/**
 * Reads `filter`, in the language of `filter-lang`: CQL2 text, or CQL2 JSON if the text begins with a brace.
 * @rule Searching by values: How is a filter sent?
 */
export function readFilter(
  sent: readonly SentCondition[],
  report: Report,
): readonly WrittenQuestion[] {
  const valueOf = (name: string): string | undefined =>
    sent.find(({ parameter }) => parameter === name)?.value;
  const text = valueOf('filter');
  if (text === undefined) return [];
  const language = valueOf('filter-lang');
  if (
    language !== undefined &&
    !filterLanguages.some((known) => known === language.toLowerCase())
  ) {
    report('filter-lang', `must be one of: ${filterLanguages.join(', ')}.`);
  }
  const system = valueOf('filter-crs');
  if (system !== undefined && !longitudeLatitude.test(system)) {
    report('filter-crs', 'must be http://www.opengis.net/def/crs/OGC/1.3/CRS84, or left out.');
  }
  const result = parseSentFilter(text, language?.toLowerCase());
  if (result.kind === 'problem') {
    report('filter', describeProblem(result.problem));
    return [];
  }
  try {
    return [toWrittenQuestion(result.filter)];
  } catch (error) {
    if (!(error instanceof UnsupportedFilter)) throw error;
    report('filter', error.message);
    return [];
  }
}

/** Parses a filter in one of the languages; without one, JSON if it begins with a brace. */
export function parseSentFilter(text: string, language: string | undefined): FilterResult<Filter> {
  const isJson = language === undefined ? text.startsWith('{') : language === 'cql2-json';
  return isJson ? parseFilterJsonText(text) : parseFilterText(text);
}

function parseFilterJsonText(text: string): FilterResult<Filter> {
  try {
    return parseFilterJson(readJson(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {
      kind: 'problem',
      problem: {
        message: `The filter is no JSON: ${error.message}`,
        place: { in: 'json', pointer: '' },
      },
    };
  }
}

/** A sentence with the place of a problem. */
export function describeProblem({ message, place }: FilterProblem): string {
  const where =
    place.in === 'text'
      ? `at character ${place.position + 1}`
      : place.pointer === ''
        ? 'in the filter'
        : `at ${place.pointer}`;
  return `${message} (${where})`;
}
