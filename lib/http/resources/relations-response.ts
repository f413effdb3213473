import type { ResourceId } from '../../model/ids.ts';
import type { RelationDirection, RelationKind } from '../../model/resources/relation-parts.ts';
import { resourceUri } from '../../model/uris.ts';
import type { ListedRelation } from '../../queries/resources/relation-rows.ts';
import type { RelationPage } from '../../queries/resources/relations.ts';
import { toRelationEntries } from '../../serializers/resources/relation.ts';
import type { Settings } from '../../settings.ts';
import { pageResponse } from '../responses/page-response.ts';
import { withHeaders, type HttpResponse } from '../responses/response.ts';
import { toRelationKey } from './relation-cursor.ts';

/** The parts of a request for the relations of a resource instance. */
export type RelationsRequest = {
  readonly languages: readonly string[];
  readonly parameters: {
    readonly direction?: RelationDirection | undefined;
    readonly kind?: RelationKind | undefined;
    readonly limit?: number | undefined;
    readonly indent?: number | undefined;
  };
};

/** The relations of a page, and the key of the last one if another page follows. */
export function cutRelations(
  { relations }: RelationPage,
  limit: number,
): { readonly relations: readonly ListedRelation[]; readonly lastKey: string | undefined } {
  const lastRelation = relations.length > limit ? relations[limit - 1] : undefined;
  return {
    relations: relations.slice(0, limit),
    lastKey: lastRelation && toRelationKey(lastRelation),
  };
}

/** The parameters of a list of relations that are repeated in the links to its other pages. */
export function pickRepeatedRelationParameters({ parameters }: RelationsRequest) {
  const { direction, kind, limit } = parameters;
  return { direction, kind, limit };
}

/** Makes the response with a page of relations for programs. */
export function relationsResponse(
  page: RelationPage,
  resourceId: ResourceId,
  limit: number,
  request: RelationsRequest,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
): HttpResponse {
  const { relations, lastKey } = cutRelations(page, limit);
  const { models, resources } = page;
  const entries = toRelationEntries(relations, resources, {
    baseUrl,
    models,
    languages: request.languages,
  });
  const response = pageResponse(entries, lastKey, {
    uri: `${resourceUri(baseUrl, resourceId)}/relations`,
    query: pickRepeatedRelationParameters(request),
    indent: request.parameters.indent,
  });
  return withHeaders(response, { Vary: 'Accept-Language' });
}
