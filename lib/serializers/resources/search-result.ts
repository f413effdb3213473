import type { NameMatchKind } from '../../model/descriptors/name-match.ts';
import type { SortPosition } from '../../model/questions/sort.ts';
import type { ResourceMatch } from '../../queries/resources/search-resources.ts';
import { toNamedResource, type NamedResourceOptions } from './named-resource.ts';

/** The highest score of each kind. The score of a similar name decreases with its distance. */
const scores: Readonly<Record<NameMatchKind, number>> = {
  exact: 1,
  beginning: 0.9,
  word: 0.8,
  similar: 0.7,
};

/** The maximum distance: a distance is twice a percentage (infra/schema/names/search.sql). */
const maxDistance = 200;

/** Converts a match into a result of the format `results`: texts are in the language of the reader. */
export function toSearchResult(match: ResourceMatch, options: NamedResourceOptions) {
  const { kind, distance, place } = match;
  return {
    ...toNamedResource(match, options),
    match: kind,
    score: Number((scores[kind] * (1 - distance / maxDistance)).toFixed(3)),
    place,
  };
}

/** The highest score of what is found by values: less than that of any name. */
const maxValueScore = 0.2;

/** Converts a resource instance that is found by its values. The key of its position is what its relevance lacks, in millionths; or its id. */
export function toValueResult<Result>(result: Result, { key }: SortPosition) {
  const relevance = /^\d{7}$/.test(key) ? 1 - Number(key) / 1_000_000 : 0;
  return {
    ...result,
    match: 'value' as const,
    score: Number((maxValueScore * relevance).toFixed(3)),
  };
}
