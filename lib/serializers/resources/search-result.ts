import type { NameMatchKind } from '../../model/descriptors/name-match.ts';
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
