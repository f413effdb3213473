import type { NameMatchKind } from '../../model/descriptors/name-match.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ListedModel } from '../../queries/graphs/listed-model.ts';
import type { ResourceMatch } from '../../queries/resources/search-resources.ts';

export type SearchResultOptions = {
  /** The base URL of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly models: readonly ListedModel[];
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
};

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
export function toSearchResult(match: ResourceMatch, options: SearchResultOptions) {
  const { resourceId, graphId, names, kind, distance, place } = match;
  const { baseUrl, models, languages } = options;
  const model = models.find((candidate) => candidate.graphId === graphId);
  return {
    id: resourceId,
    uri: `${baseUrl}/resources/${resourceId}`,
    name: pickText(names, languages) ?? null,
    model: {
      id: graphId,
      slug: model?.slug ?? null,
      name: (model && pickText(model.name, languages)) ?? null,
    },
    match: kind,
    score: Number((scores[kind] * (1 - distance / maxDistance)).toFixed(3)),
    place,
  };
}
