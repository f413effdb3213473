import {
  cutConceptResources,
  type ConceptResourcesRequest,
} from '../../http/concepts/concept-resources-response.ts';
import { encodeCursor } from '../../http/parameters/cursor.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import type { ConceptId, ResourceId } from '../../model/ids.ts';
import type { ConceptResources } from '../../queries/concepts/concept-resources.ts';
import { dataPageResponse } from '../html-page.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { createSite, type SiteSettings } from '../layout/site.ts';
import { describeReader, type PageRequest } from '../page-reader.ts';
import { conceptResourcesPage } from './concept-resources-page.ts';

type ConceptResourcesPageRequest = PageRequest &
  Pick<ConceptResourcesRequest, 'languages'> & {
    readonly parameters: {
      readonly limit?: number | undefined;
      readonly cursor?: ResourceId | undefined;
    };
  };

/** Creates the response with a page of the resource instances that use a concept. */
export function conceptResourcesPageResponse(
  page: Pick<ConceptResources, 'resources' | 'models' | 'pageReader'> & {
    readonly labels: Readonly<Record<string, string>>;
  },
  conceptId: ConceptId,
  limit: number,
  request: ConceptResourcesPageRequest,
  settings: SiteSettings,
): HttpResponse {
  const paths = createSite(settings, request.languages);
  const { resources, lastId } = cutConceptResources(page, limit);
  const { models, labels, pageReader } = page;
  const { languages, parameters } = request;
  const pathAfter = (cursor: string | undefined): string =>
    pathWithQuery(paths.conceptResources(conceptId), { limit: parameters.limit, cursor });
  const document = conceptResourcesPage(
    {
      conceptId,
      labels,
      resources,
      models,
      languages,
      listLinks: {
        isFirstPage: parameters.cursor === undefined,
        firstPath: pathAfter(undefined),
        nextPath: lastId === undefined ? undefined : pathAfter(encodeCursor(lastId)),
      },
      reader: describeReader(request, pageReader, paths),
    },
    paths,
  );
  return dataPageResponse(document, paths.words);
}
