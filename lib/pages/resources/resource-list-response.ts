import { encodeCursor } from '../../http/parameters/cursor.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import type { ResourceListPage } from '../../queries/resources/resource-list-page.ts';
import { dataPageResponse, servicePagePaths } from '../html-page.ts';
import { pageReader, type PageRequest } from '../page-reader.ts';
import { resourceListPage, type ResourceListView } from './resource-list-page.ts';

/** How many resource instances a page lists unless the request says otherwise. */
export const defaultPageLength = 50;

/**
 * The page of a list of resource instances as a response.
 * @param listPage with one resource instance more than the page has, if another page follows
 * @param length the most resource instances that the page lists
 */
export function resourceListResponse(
  listPage: ResourceListPage,
  length: number,
  view: Pick<ResourceListView, 'graph' | 'isFirstPage' | 'languages'>,
  request: PageRequest,
): HttpResponse {
  const paths = servicePagePaths();
  const resources = listPage.resources.slice(0, length);
  const last = listPage.resources.length > length ? resources.at(-1)?.resourceId : undefined;
  const document = resourceListPage(
    {
      ...view,
      resources,
      models: listPage.models,
      nextCursor: last === undefined ? undefined : encodeCursor(last),
      reader: pageReader(request, listPage.username, paths),
    },
    paths,
  );
  return dataPageResponse(document);
}
