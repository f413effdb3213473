import { encodeCursor } from '../../http/parameters/cursor.ts';
import {
  cutRelations,
  pickRepeatedRelationParameters,
  type RelationsRequest,
} from '../../http/resources/relations-response.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import type { ResourceId } from '../../model/ids.ts';
import type { RelationPosition } from '../../model/resources/relation-parts.ts';
import type { RelationPage } from '../../queries/resources/relations.ts';
import { toRelationEntries } from '../../serializers/resources/relation.ts';
import { dataPageResponse } from '../html-page.ts';
import { createSite, type SiteSettings } from '../layout/site.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { relationsPage } from './relations-page.ts';

type RelationsPageRequest = PageRequest &
  RelationsRequest & {
    readonly parameters: { readonly cursor?: RelationPosition | undefined };
  };

/** Creates the response with a page of the relations of a resource instance. */
export function relationsPageResponse(
  page: RelationPage,
  resourceId: ResourceId,
  limit: number,
  request: RelationsPageRequest,
  settings: SiteSettings,
): HttpResponse {
  const paths = createSite(settings, request.languages);
  const { relations, lastKey } = cutRelations(page, limit);
  const { models, resources, pageReader } = page;
  const { languages, parameters } = request;
  const pathAfter = (cursor: string | undefined): string =>
    pathWithQuery(paths.relations(resourceId), {
      ...pickRepeatedRelationParameters(request),
      cursor,
    });
  const document = relationsPage(
    {
      resourceId,
      names: resources.find((resource) => resource.resourceId === resourceId)?.names ?? {},
      relations: toRelationEntries(relations, resources, {
        baseUrl: settings.baseUrl,
        models,
        languages,
      }),
      languages,
      listLinks: {
        isFirstPage: parameters.cursor === undefined,
        firstPath: pathAfter(undefined),
        nextPath: lastKey === undefined ? undefined : pathAfter(encodeCursor(lastKey)),
      },
      reader: describeReader(request, pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(document, paths.words);
}
