import type { ConceptId } from '../../model/ids.ts';
import type { ConceptResources } from '../../queries/concepts/concept-resources.ts';
import type { ListedResource } from '../../queries/resources/listed-names.ts';
import { toNamedResource } from '../../serializers/resources/named-resource.ts';
import type { Settings } from '../../settings.ts';
import type { FormatName } from '../negotiation/formats.ts';
import { resourceContainerResponse } from '../resources/resource-container.ts';
import { pageLinks, pageResponse } from '../responses/page-response.ts';
import { withHeaders, type HttpResponse } from '../responses/response.ts';

/** The parts of a request for the resource instances that use a concept. */
export type ConceptResourcesRequest = {
  readonly format: FormatName;
  readonly mediaType: string;
  readonly languages: readonly string[];
  readonly parameters: {
    readonly limit?: number | undefined;
    readonly indent?: number | undefined;
  };
};

/** The resource instances of a page, and the id of the last one if another page follows. */
export function cutConceptResources(
  { resources }: Pick<ConceptResources, 'resources'>,
  limit: number,
): { readonly resources: readonly ListedResource[]; readonly lastId: string | undefined } {
  return {
    resources: resources.slice(0, limit),
    lastId: resources.length > limit ? resources[limit - 1]?.resourceId : undefined,
  };
}

/** Makes the response with a page of resource instances for programs: a container of URIs, or `results`. */
export function conceptResourcesResponse(
  page: Pick<ConceptResources, 'resources' | 'models'>,
  conceptId: ConceptId,
  limit: number,
  request: ConceptResourcesRequest,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
): HttpResponse {
  const { resources, lastId } = cutConceptResources(page, limit);
  const { format, languages, parameters } = request;
  const uri = `${baseUrl}/rdm/concepts/${conceptId}/resources`;
  const query = {
    limit: parameters.limit,
    format: format === 'json' ? undefined : format,
  };
  if (format === 'results') {
    const { models } = page;
    const entries = resources.map((resource) =>
      toNamedResource(resource, { baseUrl, models, languages }),
    );
    const response = pageResponse(entries, lastId, { uri, query, indent: parameters.indent });
    return withHeaders(response, { Vary: 'Accept-Language' });
  }
  const ids = resources.map(({ resourceId }) => resourceId);
  return resourceContainerResponse(
    `${baseUrl}/resources/`,
    ids,
    pageLinks(uri, query, lastId),
    request,
  );
}
