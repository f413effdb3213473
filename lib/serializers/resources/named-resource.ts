import { pickText } from '../../model/pick-language.ts';
import { resourceUri } from '../../model/uris.ts';
import type { ListedModel } from '../../queries/graphs/listed-model.ts';
import type { ListedResource } from '../../queries/resources/listed-names.ts';

export type NamedResourceOptions = {
  /** The base URL of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly models: readonly ListedModel[];
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
};

/** Converts a resource instance into an entry of a list: texts are in the language of the reader. */
export function toNamedResource(
  { resourceId, graphId, names }: ListedResource,
  { baseUrl, models, languages }: NamedResourceOptions,
) {
  const model = models.find((candidate) => candidate.graphId === graphId);
  return {
    id: resourceId,
    uri: resourceUri(baseUrl, resourceId),
    name: pickText(names, languages) ?? null,
    model: {
      id: graphId,
      slug: model?.slug ?? null,
      name: (model && pickText(model.name, languages)) ?? null,
    },
  };
}
